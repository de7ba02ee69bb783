import { and, asc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isMobile } from '#core/validate/mobile.ts';
import { account, member } from '#db/schema/index.ts';
import { loginIndexOf, openLoginName, openRealName } from '#edge/identity/names.ts';
import type { Context } from '#edge/kernel/context.ts';
import { isAmong, namesContain, scanSealed, vectorOf } from '#edge/kernel/storage/scan-sealed.ts';

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
    async (rows) => {
      const sealed = rows.filter(({ vector, plainName }) => vector !== '' && plainName === '');
      const named = await namesContain(sealed, part, (unknown) => openNames(context, unknown));
      const isNamed = new Map(sealed.map((row, i) => [row, named[i] === true]));
      return Promise.all(
        rows.map((row) => row.isLogin === 1 || (isNamed.get(row) ?? isOpenlyNamed(context, row, part))),
      );
    },
  );
  return rows.map(({ memberId }) => memberId);
}

type Row = {
  id: string;
  /** Empty for a member whose name is not encrypted, or who has none. */
  vector: string;
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
  vector: vectorOf(account.nameSealed),
  plainName: account.plainName,
  loginSealed: sql<string>`iif(${account.nameSealed} = '', ${account.loginSealed}, '')`.as('open_login'),
  plainLogin: sql<string>`iif(${account.nameSealed} = '', ${account.plainLogin}, '')`.as('plain_login'),
  isLogin: sql<number>`${account.loginIndex} is ${digest}`.as('is_login'),
  memberId: member.id,
  joinedAt: member.joinedAt,
});

const isAfter = (row: Row): SQL | undefined =>
  or(gt(member.joinedAt, row.joinedAt), and(eq(member.joinedAt, row.joinedAt), gt(member.id, row.memberId)));

/** The encrypted names of members, in the order of `rows`. */
async function openNames(context: Context, rows: readonly Row[]): Promise<string[]> {
  const found = await context.db
    .select({ id: account.id, nameSealed: account.nameSealed })
    .from(account)
    .where(isAmong(account.id, rows));
  const sealed = new Map(found.map(({ id, nameSealed }) => [id, nameSealed]));
  return Promise.all(
    rows.map(({ id }) => openRealName(context, { id, plainName: '', nameSealed: sealed.get(id) ?? '' })),
  );
}

/** Whether one whose name is not encrypted is called so; by the login name if there is no other. */
async function isOpenlyNamed(context: Context, row: Row, part: string): Promise<boolean> {
  if (row.plainName) return row.plainName.includes(part);
  const loginName = await openLoginName(context, row);
  return !isMobile(loginName) && loginName.toLowerCase().includes(part.toLowerCase());
}
