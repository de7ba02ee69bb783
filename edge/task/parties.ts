import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { account, enterprise, member } from '#db/schema/index.ts';
import { type Context, enterpriseKey, personKey } from '../context.ts';

export interface Party {
  type: 'ENTERPRISE' | 'PERSON';
  entId?: string | undefined;
  entName?: string | undefined;
  userName: string;
  mobile: string;
}

export interface ResolvedParty {
  /** Empty while nobody is registered for it. */
  ownerKey: string;
  accountId: string;
  entName: string;
  mobileIndex: string;
}

/**
 * Finds who the parties of a plan are here: enterprises by id or name, people by mobile. Enterprises that nobody
 * registered keep their name and an empty key; they are found when they register.
 */
export async function resolveParties(context: Context, parties: readonly Party[]): Promise<ResolvedParty[]> {
  const indexes = await Promise.all(parties.map((p) => context.keys.indexOf(p.mobile, 'mobile')));
  const ids = parties.map((p) => p.entId ?? '').filter(Boolean);
  const names = parties.map((p) => p.entName ?? '').filter(Boolean);
  const [accounts, enterprises] = await context.db.batch([
    context.db
      .select({ id: account.id, mobileIndex: account.mobileIndex })
      .from(account)
      .where(inArray(account.mobileIndex, indexes.length ? indexes : [''])),
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
    const ownerKey =
      party.type === 'ENTERPRISE' ? (ent ? enterpriseKey(ent.id) : '') : found ? personKey(found.id) : '';
    return {
      ownerKey,
      accountId: found?.id ?? '',
      entName: ent?.name ?? party.entName ?? '',
      mobileIndex: indexes[i]!,
    };
  });
}

/** Whether an account is a member of an enterprise now. */
export async function isMember(context: Context, entId: string, accountId: string): Promise<boolean> {
  const rows = await context.db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.enterpriseId, entId), eq(member.accountId, accountId), isNull(member.leftAt)));
  return rows.length > 0;
}
