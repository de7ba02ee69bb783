import { and, asc, eq, gt, isNull, or, type SQL } from 'drizzle-orm';
import { isMobile } from '#core/validate/phone.ts';
import { account, member } from '#db/schema/index.ts';
import type { Context } from '../context.ts';
import { ANY_NAME, loginIndexOf, openLoginName, openRealName } from '../identity/names.ts';

/** Rows opened at once: some 200 kB. */
const AT_ONCE = 1_000;

/**
 * Ids of an enterprise's members whose shown name contains `part` (the real name, or the login name while there is none),
 * or whose login name is it, in the order in which they joined. Names lie sealed, so those of this one enterprise are
 * opened one after the other: the work grows with its own members and never with the product
 * (docs/decisions/real-name.md). A login name that is a mobile number is found by the whole number only: on screen it is
 * masked, and must not be found out digit by digit. `where` leaves out members beforehand.
 */
export async function membersNamed(
  context: Context,
  entId: string,
  part: string,
  where?: SQL,
): Promise<string[]> {
  const found: string[] = [];
  const digest = await loginIndexOf(context.keys, part);
  let after: SQL | undefined;
  for (;;) {
    const rows = await context.db
      .select({ ...ANY_NAME, loginIndex: account.loginIndex, memberId: member.id, joinedAt: member.joinedAt })
      .from(member)
      .innerJoin(account, eq(account.id, member.accountId))
      .where(and(eq(member.enterpriseId, entId), isNull(member.leftAt), where, after))
      .orderBy(asc(member.joinedAt), asc(member.id))
      .limit(AT_ONCE);
    const fits = await Promise.all(
      rows.map((row) => row.loginIndex === digest || isNamed(context, row, part)),
    );
    found.push(...rows.filter((_, i) => fits[i]).map(({ memberId }) => memberId));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return found;
    after = or(
      gt(member.joinedAt, last.joinedAt),
      and(eq(member.joinedAt, last.joinedAt), gt(member.id, last.memberId)),
    );
  }
}

type Named = Parameters<typeof openRealName>[1] & Parameters<typeof openLoginName>[1];

async function isNamed(context: Context, row: Named, part: string): Promise<boolean> {
  const realName = await openRealName(context, row);
  if (realName) return realName.includes(part);
  const loginName = await openLoginName(context, row);
  return !isMobile(loginName) && loginName.toLowerCase().includes(part.toLowerCase());
}
