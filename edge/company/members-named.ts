import { and, asc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isMobile } from '#core/validate/phone.ts';
import { account, member } from '#db/schema/index.ts';
import { loginIndexOf, openLoginName, openRealName } from '#edge/identity/names.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openForSearch, scanSealed } from '#edge/kernel/storage/scan-sealed.ts';

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
  const digest = await loginIndexOf(context.keys, part);
  const columns = rowOf(digest);
  const rows = await scanSealed<Row>(
    context.db,
    Object.keys(columns) as (keyof Row)[],
    (after, limit) =>
      context.db
        .select(columns)
        .from(member)
        .innerJoin(account, eq(account.id, member.accountId))
        .where(and(eq(member.enterpriseId, entId), isNull(member.leftAt), where, after && isAfter(after)))
        .orderBy(asc(member.joinedAt), asc(member.id))
        .limit(limit),
    async (row) => row.isLogin === 1 || isNamed(context, row, part),
  );
  return rows.map(({ memberId }) => memberId);
}

type Row = {
  id: string;
  nameSealed: string;
  plainName: string;
  loginSealed: string;
  plainLogin: string;
  /** 1 where the login name is what was searched for. */
  isLogin: number;
  memberId: string;
  joinedAt: number;
};

/** Reads only what is needed to judge a name: the login name if there is no other, and no digest. */
const rowOf = (digest: string) => ({
  id: account.id,
  nameSealed: account.nameSealed,
  plainName: account.plainName,
  loginSealed: sql<string>`iif(${account.nameSealed} = '', ${account.loginSealed}, '')`.as('open_login'),
  plainLogin: sql<string>`iif(${account.nameSealed} = '', ${account.plainLogin}, '')`.as('plain_login'),
  isLogin: sql<number>`${account.loginIndex} is ${digest}`.as('is_login'),
  memberId: member.id,
  joinedAt: member.joinedAt,
});

const isAfter = (row: Row): SQL | undefined =>
  or(gt(member.joinedAt, row.joinedAt), and(eq(member.joinedAt, row.joinedAt), gt(member.id, row.memberId)));

async function isNamed(context: Context, row: Row, part: string): Promise<boolean> {
  const open = () => openRealName(context, row);
  const realName = row.plainName || (row.nameSealed && (await openForSearch(row.nameSealed, open)));
  if (realName) return realName.includes(part);
  const loginName = await openLoginName(context, row);
  return !isMobile(loginName) && loginName.toLowerCase().includes(part.toLowerCase());
}
