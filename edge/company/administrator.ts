import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf, Role } from '#core/call.ts';
import type {
  applyAdministrator as applyCall,
  cancelAdminApplication as cancelCall,
  listSuccessors as successorsCall,
  transferAdministrator as transferCall,
} from '#core/company/administrator-calls.ts';
import { ADMIN_MACHINE } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { account, adminApplication, enterprise, member } from '#db/schema/index.ts';
import { secondProofOnce } from '#edge/identity/judge-second-proof.ts';
import { byName, openRealName } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { operatorOf } from '#edge/seal/change-seal.ts';
import { maskedMobile, namesOf } from './people.ts';
import {
  administratorOf,
  readAsAdministrator,
  readMembership,
  stillAdministrator,
  stillMember,
} from './read-company.ts';
import { recordCompany, tellPerson } from './records.ts';
import { endMembership } from './release-authorizations.ts';
import { withForgottenSessions } from './sessions-acting.ts';
import { tellAdministrators } from './tell-administrators.ts';
import { withdrawApplication } from './withdraw-application.ts';

/** Guard: the application is still undecided. */
export const stillToApprove = (applyId: string) =>
  sql`select 1 from ${adminApplication} where ${adminApplication.id} = ${applyId} and ${adminApplication.state} = 'TO_APPROVE'`;

/** Guard: the person is verified and their account open. */
export const stillVerified = (accountId: string) =>
  sql`select 1 from ${account} where ${account.id} = ${accountId} and ${account.status} = 'ENABLE' and ${account.personalAuthStatus} = 'AUTH'`;

/** Makes a member the administrator: of the enterprise's row and by role. */
export function crown(
  { db }: SignedInContext,
  entId: string,
  accountId: string,
  roles: readonly Role[],
): Statement[] {
  return [
    db.update(enterprise).set({ administratorId: accountId }).where(eq(enterprise.id, entId)),
    db
      .update(member)
      .set({ roles: [...new Set<Role>(['ENT_ADMIN', ...roles])], businessTypes: null })
      .where(and(eq(member.enterpriseId, entId), eq(member.accountId, accountId))),
  ];
}

/** Tells the other business administrators, and the administrator until now, who the administrator is. */
export async function tellOfHeir(
  context: SignedInContext,
  { id, name: enterprise }: { id: string; name: string },
  heirId: string,
  except: readonly string[] = [],
): Promise<Statement[]> {
  const member = (await namesOf(context, [heirId])).get(heirId) ?? '';
  const parties = { member, enterprise };
  return tellAdministrators(context, 'ADMIN_REPLACED', parties, { entId: id, except: [heirId, ...except] });
}

/** [4.9b] Applies to become administrator. The present one decides, or the platform if there is none. */
export async function applyAdministrator(
  input: ParsedInputOf<typeof applyCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof applyCall>> {
  const { actor, db, now } = context;
  if (actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const { enterprise: ent } = await readMembership(context, input.entId, actor.accountId);
  if (ent.administratorId === actor.accountId) throw new AppError('ADMIN_ALREADY');
  const present = await administratorOf(context, ent.id);
  const applyId = context.newId();
  const answer = { applyId, approver: present ? ('ADMINISTRATOR' as const) : ('PLATFORM' as const) };
  try {
    await commit(
      context,
      [stillMember(ent.id, actor.accountId)],
      [
        db.insert(adminApplication).values({
          id: applyId,
          enterpriseId: ent.id,
          accountId: actor.accountId,
          reason: input.applyReason,
          createdAt: now,
        }),
        recordCompany(context, ent.id, 'ADMIN_APPLIED', {
          operatorId: actor.accountId,
          subjectId: actor.accountId,
        }),
        ...(present
          ? [
              tellPerson(
                context,
                present.id,
                'ADMIN_APPLIED',
                { name: actor.name, enterprise: ent.name },
                { entId: ent.id, category: 'approval' },
              ),
            ]
          : []),
        ...context.remember(answer),
      ],
      new AppError('NOT_FOUND'),
    );
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('ADMIN_APPLICATION_PENDING');
    throw error;
  }
  return answer;
}

export function cancelAdminApplication(
  { applyId }: ParsedInputOf<typeof cancelCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db } = context;
  const its = and(eq(adminApplication.id, applyId), eq(adminApplication.accountId, actor.accountId));
  return withdrawApplication(context, {
    read: () => db.select().from(adminApplication).where(its),
    next: (state) => next(ADMIN_MACHINE, state, 'cancel'),
    stillOpen: stillToApprove(applyId),
    write: (set) => db.update(adminApplication).set(set).where(its),
    record: 'ADMIN_CANCELLED',
  });
}

/** Members who can take over: verified, with an open account. */
export async function listSuccessors(
  input: ParsedInputOf<typeof successorsCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof successorsCall>> {
  const { actor, db } = context;
  await readAsAdministrator(context, input.entId, actor.accountId);
  const rows = await db
    .select({ account })
    .from(member)
    .innerJoin(account, eq(account.id, member.accountId))
    .where(
      and(
        eq(member.enterpriseId, input.entId),
        isNull(member.leftAt),
        ne(member.accountId, actor.accountId),
        eq(account.status, 'ENABLE'),
        eq(account.personalAuthStatus, 'AUTH'),
      ),
    )
    .orderBy(asc(account.id));
  const people = await Promise.all(
    rows.map(async ({ account: person }) => ({
      userId: person.id,
      name: await openRealName(context, person),
      mobile: await maskedMobile(context, person),
    })),
  );
  return people.sort(byName);
}

/**
 * [6.2c] Transfers the administrator's role to a member; the former administrator leaves the enterprise and loses all
 * rights there. Of two concurrent transfers one succeeds.
 */
export async function transferAdministrator(
  input: ParsedInputOf<typeof transferCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db } = context;
  const judge = secondProofOnce(context, input.proof, 'APPOINT');
  const transfer = async () => {
    const { enterprise: ent } = await readAsAdministrator(context, input.entId, actor.accountId);
    if (input.userId === actor.accountId) throw new AppError('INPUT_INVALID', {}, 'userId');
    const { member: heir } = await readMembership(context, ent.id, input.userId);
    const [person] = await db.select().from(account).where(eq(account.id, input.userId));
    if (person?.status !== 'ENABLE' || person.personalAuthStatus !== 'AUTH')
      throw new AppError('MEMBER_NOT_VERIFIED', {}, 'userId');
    await commitSpending(
      context,
      await judge(),
      [
        stillAdministrator(ent.id, actor.accountId),
        stillMember(ent.id, input.userId),
        stillVerified(input.userId),
      ],
      [
        ...crown(context, ent.id, input.userId, heir.roles),
        ...(await endMembership(context, ent.id, actor.accountId, operatorOf(context), actor.name)),
        recordCompany(context, ent.id, 'ADMIN_TRANSFERRED', {
          operatorId: actor.accountId,
          subjectId: input.userId,
        }),
        tellPerson(
          context,
          input.userId,
          'ADMIN_RECEIVED',
          { enterprise: ent.name, name: actor.name },
          { entId: ent.id },
        ),
        ...(await tellOfHeir(context, ent, input.userId, [actor.accountId])),
      ],
    );
  };
  await withForgottenSessions(context, input.entId, undefined, () => withRetry(transfer));
  return null;
}
