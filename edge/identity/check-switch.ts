import { type SQL, sql } from 'drizzle-orm';
import { switchProblem } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { enterprise, member } from '#db/schema/index.ts';

/** What is stored of a session that is to act as `to`, an enterprise's id or '' for the person. */
export interface Standing {
  accountId: string;
  from: string;
  to: string;
  /** Whether it is a session of single sign-on. */
  bound: boolean;
  /** The enterprise, if there is one. */
  enterprise: Pick<typeof enterprise.$inferSelect, 'name' | 'businessStatus' | 'authStatus'> | null;
  isMember: boolean;
}

/**
 * Throws unless the person is a member of the enterprise and it is enabled and verified ([4.18a], [8.19]); a single
 * sign-on session may act for the customer's enterprise only. Returns the guards under which the switch is written, so
 * that all of this still holds then.
 */
export function checkSwitch({ accountId, from, to, bound, enterprise: ent, isMember }: Standing): SQL[] {
  if (bound && to !== from) throw new AppError('SSO_IDENTITY_FIXED');
  if (to === '') return [];
  if (!ent || !isMember) throw new AppError('NO_PERMISSION');
  const problem = switchProblem(ent.businessStatus, ent.authStatus);
  if (problem) throw new AppError(problem, { name: ent.name });
  return [
    sql`select 1 from ${enterprise} where ${enterprise.id} = ${to} and ${enterprise.businessStatus} = 'ENABLE' and ${enterprise.authStatus} = 'AUTH'`,
    sql`select 1 from ${member} where ${member.enterpriseId} = ${to} and ${member.accountId} = ${accountId} and ${member.leftAt} is null`,
  ];
}
