import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { PartyType } from '#core/task/plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import { account, enterprise, member } from '#db/schema/index.ts';
import { enterpriseKey, personKey, type SignedInContext } from '#edge/kernel/context.ts';

export interface Party {
  type: PartyType;
  entId?: string | undefined;
  entName?: string | undefined;
  userName: string;
  mobile: string;
  /** Account id, for colleagues of the sender. */
  accountId?: string | undefined;
}

export interface ResolvedParty {
  /** Empty while the party is not registered. */
  ownerKey: string;
  accountId: string;
  entName: string;
  mobile: string;
  mobileIndex: string;
}

/**
 * Resolves the parties of a plan: enterprises by id or name, people by mobile number, colleagues by account.
 * Unregistered enterprises keep their name and an empty owner key, and are matched when they register.
 */
export async function resolveParties(
  context: SignedInContext,
  parties: readonly Party[],
): Promise<ResolvedParty[]> {
  if (parties.length === 0) return [];
  const colleagues = await mobilesOfColleagues(
    context,
    parties.flatMap((p) => p.accountId ?? []),
  );
  const mobiles = parties.map((p) => (p.accountId ? colleagues.get(p.accountId)! : p.mobile));
  const indexes = await Promise.all(mobiles.map((mobile) => context.keys.indexOf(mobile, 'mobile')));
  const ids = parties.map((p) => p.entId ?? '').filter(Boolean);
  const names = parties.map((p) => p.entName ?? '').filter(Boolean);
  const [accounts, enterprises] = await context.db.batch([
    context.db
      .select({ id: account.id, mobileIndex: account.mobileIndex })
      .from(account)
      .where(inArray(account.mobileIndex, indexes)),
    context.db
      .select({ id: enterprise.id, name: enterprise.name })
      .from(enterprise)
      .where(
        or(
          inArray(enterprise.id, ids.length ? ids : ['']),
          inArray(enterprise.name, names.length ? names : ['']),
        ),
      ),
  ]);
  return parties.map((party, i) => {
    const found = accounts.find((a) => a.mobileIndex === indexes[i]);
    const ent =
      party.type === 'ENTERPRISE'
        ? (enterprises.find((e) => e.id === party.entId) ?? enterprises.find((e) => e.name === party.entName))
        : undefined;
    return {
      ownerKey: party.type === 'ENTERPRISE' ? keyOfEnterprise(ent) : found ? personKey(found.id) : '',
      accountId: found?.id ?? '',
      entName: ent?.name ?? party.entName ?? '',
      mobile: mobiles[i]!,
      mobileIndex: indexes[i]!,
    };
  });
}

const keyOfEnterprise = (ent: { id: string } | undefined): string => (ent ? enterpriseKey(ent.id) : '');

/** Mobile numbers of members of the sender's enterprise, by account id. Throws INPUT_INVALID for anybody else. */
async function mobilesOfColleagues(context: SignedInContext, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await context.db
    .select({ id: account.id, sealed: account.mobileSealed })
    .from(account)
    .innerJoin(member, and(eq(member.accountId, account.id), isNull(member.leftAt)))
    .where(and(eq(member.enterpriseId, context.actor.entId), inArray(account.id, ids)));
  if (ids.some((id) => !rows.some((row) => row.id === id)))
    throw new AppError('INPUT_INVALID', {}, planPathToWire('signers'));
  const opened = await Promise.all(
    rows.map(async (row) => [row.id, await context.keys.openField(row.sealed, `mobile:${row.id}`)] as const),
  );
  return new Map(opened);
}
