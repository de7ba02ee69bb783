import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Role } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { account, enterprise, member } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

export type EnterpriseRow = typeof enterprise.$inferSelect;
export type MemberRow = Omit<typeof member.$inferSelect, 'roles'> & { roles: Role[] };

type Membership = { enterprise: EnterpriseRow; member: MemberRow };

/** An enterprise with one person's membership; null unless both exist now. */
export async function findMembership(
  { db }: Context,
  entId: string,
  accountId: string,
): Promise<Membership | null> {
  const [row] = await db
    .select({ enterprise, member })
    .from(member)
    .innerJoin(enterprise, eq(enterprise.id, member.enterpriseId))
    .where(and(eq(member.enterpriseId, entId), eq(member.accountId, accountId), isNull(member.leftAt)));
  return row ? { enterprise: row.enterprise, member: { ...row.member, roles: row.member.roles } } : null;
}

/** As `findMembership`. Throws NOT_FOUND where there is none. */
export async function readMembership(
  context: Context,
  entId: string,
  accountId: string,
): Promise<Membership> {
  const found = await findMembership(context, entId, accountId);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** As `readMembership`, for the enterprise's administrator. Throws NO_PERMISSION for every other member. */
export async function readAsAdministrator(
  context: Context,
  entId: string,
  accountId: string,
): Promise<Membership> {
  const found = await readMembership(context, entId, accountId);
  if (found.enterprise.administratorId !== accountId) throw new AppError('NO_PERMISSION');
  return found;
}

/** The administrator of an enterprise if they are a member with an open account, else null. */
export async function administratorOf(
  { db }: Context,
  entId: string,
): Promise<typeof account.$inferSelect | null> {
  const [row] = await db
    .select({ account })
    .from(enterprise)
    .innerJoin(account, and(eq(account.id, enterprise.administratorId), eq(account.status, 'ENABLE')))
    .innerJoin(
      member,
      and(eq(member.enterpriseId, enterprise.id), eq(member.accountId, account.id), isNull(member.leftAt)),
    )
    .where(eq(enterprise.id, entId));
  return row?.account ?? null;
}

/** Guard: the person is still a member. */
export const stillMember = (entId: string, accountId: string): SQL =>
  sql`select 1 from ${member} where ${member.enterpriseId} = ${entId} and ${member.accountId} = ${accountId} and ${member.leftAt} is null`;

/** Guard: the enterprise's administrator is unchanged; '' for none. */
export const stillAdministrator = (entId: string, administratorId: string): SQL =>
  sql`select 1 from ${enterprise} where ${enterprise.id} = ${entId} and coalesce(${enterprise.administratorId}, '') = ${administratorId}`;
