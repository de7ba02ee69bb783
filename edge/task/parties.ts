import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { EnterpriseAuth } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { nameKey } from '#core/identity/compare-names.ts';
import type { PartyType } from '#core/task/plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import { toPlain } from '#core/validate/text.ts';
import { account, enterprise, member } from '#db/schema/index.ts';
import { openContact } from '#edge/identity/address-of.ts';
import { contactTarget } from '#edge/identity/judge-auth-code.ts';
import { type Context, enterpriseKey, personKey, type SignedInContext } from '#edge/kernel/context.ts';
import type { ResolvedParty } from '#edge/sending/sending-part.ts';

export interface Party {
  type: PartyType;
  entId?: string | undefined;
  entName?: string | undefined;
  userName: string;
  mobile: string;
  /** Stands in place of the number where there is none. */
  email?: string | undefined;
  /** Account id, for colleagues of the sender. */
  accountId?: string | undefined;
}

/** A typed credit code or registration number stands in the place of the name. */
const CODE = /^[0-9A-Z]{8,18}$/;
const codeOf = (typed: string): string => {
  const code = toPlain(typed).toUpperCase();
  return CODE.test(code) ? code : '';
};

/**
 * Resolves the parties of a plan: enterprises by id, name or credit code, people by mobile number or, without one, by mail address, colleagues by account. An
 * enterprise is nobody before it was verified, so that none receives what is meant for another of its name. Whoever is not
 * here yet keeps an empty owner key, and takes the task over when it is (edge/claim).
 */
export async function resolveParties(
  context: SignedInContext,
  parties: readonly Party[],
): Promise<ResolvedParty[]> {
  if (parties.length === 0) return [];
  const colleagues = await contactsOfColleagues(
    context,
    parties.flatMap((p) => p.accountId ?? []),
  );
  const contacts = parties.map((p) =>
    p.accountId ? colleagues.get(p.accountId)! : p.mobile || (p.email ?? ''),
  );
  const indexes = await Promise.all(contacts.map((contact) => contactTarget(context, contact)));
  const ids = parties.map((p) => p.entId ?? '').filter(Boolean);
  const names = parties.map((p) => nameKey(p.entName ?? '')).filter(Boolean);
  const codes = parties.map((p) => codeOf(p.entName ?? '')).filter(Boolean);
  const [accounts, enterprises] = await context.db.batch([
    context.db
      .select({ id: account.id, mobileIndex: account.mobileIndex, emailIndex: account.emailIndex })
      .from(account)
      .where(or(inArray(account.mobileIndex, indexes), inArray(account.emailIndex, indexes)))
      .orderBy(account.createdAt),
    context.db
      .select({
        id: enterprise.id,
        name: enterprise.name,
        nameKey: enterprise.nameKey,
        creditCode: enterprise.creditCode,
        authStatus: enterprise.authStatus,
      })
      .from(enterprise)
      .where(
        or(
          inArray(enterprise.id, ids.length ? ids : ['']),
          inArray(enterprise.nameKey, names.length ? names : ['']),
          and(
            inArray(enterprise.creditCode, codes.length ? codes : ['']),
            sql`${enterprise.creditCode} <> ''`,
          ),
        ),
      ),
  ]);
  return parties.map((party, i) => {
    const contact = contacts[i]!;
    const byMail = contact.includes('@');
    const found = accounts.find((a) => (byMail ? a.emailIndex : a.mobileIndex) === indexes[i]);
    const isEnterprise = party.type === 'ENTERPRISE';
    const typed = party.entName ?? '';
    const named = isEnterprise ? enterprises.find((e) => e.id === party.entId) : undefined;
    const known = enterprises.filter((e) => !NEVER_VERIFIED.includes(e.authStatus));
    const isOwn = named !== undefined && named.id === context.actor.entId;
    const ent = !isEnterprise
      ? undefined
      : isOwn || (named && known.includes(named))
        ? named
        : (known.find((e) => e.nameKey !== '' && e.nameKey === nameKey(named?.name ?? typed)) ??
          known.find((e) => e.creditCode !== '' && e.creditCode === codeOf(typed)));
    const entName = ent?.name ?? (typed || named?.name || '');
    return {
      ownerKey: isEnterprise ? (ent ? enterpriseKey(ent.id) : '') : found ? personKey(found.id) : '',
      accountId: found?.id ?? '',
      entName,
      entKey: isEnterprise && !ent ? nameKey(entName) : '',
      mobile: byMail ? '' : contact,
      email: byMail ? contact : '',
      mobileIndex: indexes[i]!,
    };
  });
}

/** States of an enterprise before its first verification. */
const NEVER_VERIFIED: readonly string[] = ['UNAUTH', 'AUTHING'] satisfies EnterpriseAuth[];

/**
 * Guard that nobody whom the parties wait for came meanwhile: no account of their numbers, no verified enterprise of their
 * names. Without it, a task that is sent while its signer registers would be nobody's for good.
 */
export function noneArrived(parties: readonly ResolvedParty[]): SQL {
  const contacts = parties.filter(({ accountId }) => accountId === '').map((one) => one.mobileIndex);
  const keys = parties.map(({ entKey }) => entKey).filter(Boolean);
  const listed = (values: readonly string[]) =>
    sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    );
  const conditions = [
    ...(contacts.length > 0
      ? [
          sql`not exists (select 1 from ${account} where ${account.mobileIndex} in (${listed([...new Set(contacts)])}))`,
          sql`not exists (select 1 from ${account} where ${account.emailIndex} in (${listed([...new Set(contacts)])}))`,
        ]
      : []),
    ...(keys.length > 0
      ? [
          sql`not exists (select 1 from ${enterprise} where ${enterprise.nameKey} in (${listed([...new Set(keys)])}) and ${enterprise.authStatus} not in ('UNAUTH', 'AUTHING'))`,
        ]
      : []),
  ];
  return conditions.length === 0 ? sql`select 1` : sql`select 1 where ${sql.join(conditions, sql` and `)}`;
}

/** Whether somebody whom the parties wait for is here now. */
export async function hasArrived({ db }: Context, parties: readonly ResolvedParty[]): Promise<boolean> {
  const rows = await db.all(noneArrived(parties));
  return rows.length === 0;
}

/** Numbers, or addresses in their place, of members of the sender's enterprise, by account id. Throws INPUT_INVALID for anybody else. */
async function contactsOfColleagues(context: SignedInContext, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await context.db
    .select({ id: account.id, mobileSealed: account.mobileSealed, emailSealed: account.emailSealed })
    .from(account)
    .innerJoin(member, and(eq(member.accountId, account.id), isNull(member.leftAt)))
    .where(and(eq(member.enterpriseId, context.actor.entId), inArray(account.id, ids)));
  if (ids.some((id) => !rows.some((row) => row.id === id)))
    throw new AppError('INPUT_INVALID', {}, planPathToWire('signers'));
  const opened = await Promise.all(
    rows.map(async (row) => [row.id, await openContact(context, row)] as const),
  );
  return new Map(opened);
}
