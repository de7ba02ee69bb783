import { and, asc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isMobile } from '#core/validate/phone.ts';
import { account, member } from '#db/schema/index.ts';
import type { Context } from '../context.ts';
import { loginIndexOf, openLoginName, openRealName } from '../identity/names.ts';
import { scanSealed } from '../storage/scan-sealed.ts';

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
  const rows = await scanSealed<Row>(
    (after, limit) =>
      context.db
        .select(ROW)
        .from(member)
        .innerJoin(account, eq(account.id, member.accountId))
        .where(and(eq(member.enterpriseId, entId), isNull(member.leftAt), where, after && isAfter(after)))
        .orderBy(asc(member.joinedAt), asc(member.id))
        .limit(limit),
    async (row) => row.loginIndex === digest || isNamed(context, row, part),
  );
  return rows.map(({ memberId }) => memberId);
}

/** Only what is needed to judge a name travels: the login name where there is no other. */
const ROW = {
  id: account.id,
  nameSealed: account.nameSealed,
  plainName: account.plainName,
  loginSealed: sql<string>`iif(${account.nameSealed} = '', ${account.loginSealed}, '')`,
  plainLogin: account.plainLogin,
  loginIndex: account.loginIndex,
  memberId: member.id,
  joinedAt: member.joinedAt,
};

type Row = {
  id: string;
  nameSealed: string;
  plainName: string;
  loginSealed: string;
  plainLogin: string;
  loginIndex: string | null;
  memberId: string;
  joinedAt: number;
};

const isAfter = (row: Row): SQL | undefined =>
  or(gt(member.joinedAt, row.joinedAt), and(eq(member.joinedAt, row.joinedAt), gt(member.id, row.memberId)));

async function isNamed(context: Context, row: Row, part: string): Promise<boolean> {
  const realName = await openRealName(context, row);
  if (realName) return realName.includes(part);
  const loginName = await openLoginName(context, row);
  return !isMobile(loginName) && loginName.toLowerCase().includes(part.toLowerCase());
}
