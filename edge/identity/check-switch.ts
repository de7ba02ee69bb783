import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { switchProblem } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { enterprise, member, ssoSession } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/**
 * Throws unless the person is a member of the enterprise and it is enabled and verified ([4.18a], [8.19]); a single
 * sign-on session may act for the customer's enterprise only. Returns the guards under which the switch is written, so
 * that all of this still holds then.
 */
export async function checkSwitch(
  { db }: Context,
  { accountId, sessionId, from, to }: { accountId: string; sessionId: string; from: string; to: string },
): Promise<SQL[]> {
  const [bound] = await db.select().from(ssoSession).where(eq(ssoSession.sessionId, sessionId));
  if (bound && to !== from) throw new AppError('SSO_IDENTITY_FIXED');
  if (to === '') return [];
  const [row] = await db
    .select({
      name: enterprise.name,
      business: enterprise.businessStatus,
      auth: enterprise.authStatus,
    })
    .from(enterprise)
    .innerJoin(
      member,
      and(eq(member.enterpriseId, enterprise.id), eq(member.accountId, accountId), isNull(member.leftAt)),
    )
    .where(eq(enterprise.id, to));
  if (!row) throw new AppError('NO_PERMISSION');
  const problem = switchProblem(row.business, row.auth);
  if (problem) throw new AppError(problem, { name: row.name });
  return [
    sql`select 1 from ${enterprise} where ${enterprise.id} = ${to} and ${enterprise.businessStatus} = 'ENABLE' and ${enterprise.authStatus} = 'AUTH'`,
    sql`select 1 from ${member} where ${member.enterpriseId} = ${to} and ${member.accountId} = ${accountId} and ${member.leftAt} is null`,
  ];
}
