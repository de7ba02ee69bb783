import { and, eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { saveApplyJoinEnt as applyCall, withdrawJoin as withdrawCall } from '#core/company/calls.ts';
import { JOIN_MACHINE } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { enterprise, joinApplication, member } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { membersWho } from './members-who.ts';
import { recordCompany, tellPerson } from './records.ts';
import { withdrawApplication } from './withdraw-application.ts';

/**
 * [7.15b] Applies to join an enterprise. Throws REAL_NAME_NEEDED ([5.15c], [8.4c]), NO_PERMISSION for inside users
 * ([6.5a]), ENTERPRISE_NOT_FOUND, COMPANY_DISABLED, COMPANY_AWAITS ([8.3]), JOIN_ALREADY_MEMBER, JOIN_PENDING.
 */
export async function applyToJoin(
  input: ParsedInputOf<typeof applyCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof applyCall>> {
  const { actor, db, now } = context;
  if (actor.accountOwnerType !== 'OUTSIDE') throw new AppError('NO_PERMISSION');
  if (actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const [ent] = await db.select().from(enterprise).where(eq(enterprise.id, input.entId));
  if (ent?.nodeType !== 'ENTERPRISE-ENTERPRISE') throw new AppError('ENTERPRISE_NOT_FOUND');
  if (ent.businessStatus === 'DISABLE') throw new AppError('COMPANY_DISABLED');
  if (ent.authStatus !== 'AUTH') throw new AppError('COMPANY_AWAITS');
  const applyId = context.newId();
  const answer = { applyId };
  const params = { name: actor.name, enterprise: ent.name };
  const managers = await membersWho(context, ent.id, 'BUSINESS_ADMIN');
  try {
    await commit(
      context,
      [notMember(ent.id, actor.accountId)],
      [
        db.insert(joinApplication).values({
          id: applyId,
          enterpriseId: ent.id,
          accountId: actor.accountId,
          reason: input.applyReason,
          createdAt: now,
        }),
        recordCompany(context, ent.id, 'JOIN_APPLIED', {
          operatorId: actor.accountId,
          subjectId: actor.accountId,
        }),
        ...managers.map((id) =>
          tellPerson(context, id, 'JOIN_APPLIED', params, { entId: ent.id, category: 'approval' }),
        ),
        ...context.remember(answer),
      ],
      new AppError('JOIN_ALREADY_MEMBER'),
    );
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('JOIN_PENDING');
    throw error;
  }
  return answer;
}

/** Guard: the person is no member of the enterprise. */
export const notMember = (entId: string, accountId: string) =>
  sql`select 1 where not exists (select 1 from ${member} where ${member.enterpriseId} = ${entId} and ${member.accountId} = ${accountId} and ${member.leftAt} is null)`;

export function withdrawJoin(
  { applyId }: ParsedInputOf<typeof withdrawCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db } = context;
  const its = and(eq(joinApplication.id, applyId), eq(joinApplication.accountId, actor.accountId));
  return withdrawApplication(context, {
    read: () => db.select().from(joinApplication).where(its),
    next: (state) => next(JOIN_MACHINE, state, 'withdraw'),
    stillOpen: stillPending(applyId),
    write: (set) => db.update(joinApplication).set(set).where(its),
    record: 'JOIN_WITHDRAWN',
  });
}

/** Guard: nobody decided on the application yet. */
export const stillPending = (applyId: string) =>
  sql`select 1 from ${joinApplication} where ${joinApplication.id} = ${applyId} and ${joinApplication.state} = 'PENDING'`;
