import { and, count, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf, Role } from '#core/call.ts';
import type {
  decideAdminApplication as decideCall,
  listAdminApplications as listCall,
} from '#core/company/administrator-calls.ts';
import { ADMIN_MACHINE } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { account, adminApplication, enterprise, member } from '#db/schema/index.ts';
import { secondProofOnce } from '#edge/identity/judge-second-proof.ts';
import { openDisplayName } from '#edge/identity/names.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { isIf } from '#edge/kernel/storage/filters.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { crown, stillToApprove, stillVerified, tellOfHeir } from './administrator.ts';
import { maskedMobile } from './people.ts';
import { administratorOf, findMembership, stillAdministrator, stillMember } from './read-company.ts';
import { recordCompany, tellPerson } from './records.ts';
import { withForgottenSessions } from './sessions-acting.ts';

type Side = 'ADMINISTRATOR' | 'PLATFORM';

/** Enterprises without an administrator: none named, no longer a member, or the account closed. */
const orphaned = sql`not exists (select 1 from ${member} join ${account} on ${account.id} = ${member.accountId} where ${member.enterpriseId} = ${enterprise.id} and ${member.accountId} = ${enterprise.administratorId} and ${member.leftAt} is null and ${account.status} = 'ENABLE')`;

/** Decided by a person who was never a member, hence by the platform, even if there is an administrator now. */
const decidedOutside = sql`(${adminApplication.decidedBy} <> '' and not exists (select 1 from ${member} where ${member.enterpriseId} = ${adminApplication.enterpriseId} and ${member.accountId} = ${adminApplication.decidedBy}))`;

/** Applications that the actor decides or decided: of their own enterprise, or, for the platform, of all enterprises without an administrator. */
export async function listApplications(
  side: Side,
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { actor, db } = context;
  const where = and(
    side === 'ADMINISTRATOR' ? eq(adminApplication.enterpriseId, actor.entId) : or(orphaned, decidedOutside),
    isIf(adminApplication.state, input.applyStatus),
    input.audited ? (input.audited === 'true' ? ne : eq)(adminApplication.state, 'TO_APPROVE') : undefined,
  );
  const applicant = sql`${account.id} = ${adminApplication.accountId}`;
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ application: adminApplication, account, entName: enterprise.name })
      .from(adminApplication)
      .innerJoin(enterprise, eq(enterprise.id, adminApplication.enterpriseId))
      .innerJoin(account, applicant)
      .where(where)
      .orderBy(sql`${adminApplication.state} <> 'TO_APPROVE'`, desc(adminApplication.createdAt)),
    db
      .select({ n: count() })
      .from(adminApplication)
      .innerJoin(enterprise, eq(enterprise.id, adminApplication.enterpriseId))
      .innerJoin(account, applicant)
      .where(where),
  );
  const records = await Promise.all(
    rows.map(async ({ application, account: person, entName }) => ({
      applyId: application.id,
      entId: application.enterpriseId,
      entName,
      userId: person.id,
      name: await openDisplayName(context, person),
      mobile: await maskedMobile(context, person),
      reason: application.reason,
      state: application.state,
      applyTime: application.createdAt,
    })),
  );
  return { records, ...page };
}

/**
 * [4.9b] Decides on an application. When it is approved the former administrator, where there is one, stays a member
 * without that role: only who transfers it by themself leaves ([6.2c]).
 */
export async function decideApplication(
  side: Side,
  input: ParsedInputOf<typeof decideCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db, now } = context;
  const judge = input.proof ? secondProofOnce(context, input.proof, 'APPOINT') : null;
  const decide = async () => {
    const [row] = await db.select().from(adminApplication).where(eq(adminApplication.id, input.applyId));
    if (!row || (side === 'ADMINISTRATOR' && row.enterpriseId !== actor.entId))
      throw new AppError('NOT_FOUND');
    const present = await administratorOf(context, row.enterpriseId);
    if (side === 'ADMINISTRATOR' && present?.id !== actor.accountId) throw new AppError('NO_PERMISSION');
    const state = next(ADMIN_MACHINE, row.state, input.pass ? 'approve' : 'reject');
    if (!state)
      throw new AppError(row.state === 'CANCELLED' ? 'APPLICATION_WITHDRAWN' : 'APPLICATION_DECIDED');
    // Checked after the state, so that the second to decide learns that it was decided, not that there is an administrator.
    if (side === 'PLATFORM' && (present !== null || row.accountId === actor.accountId))
      throw new AppError('NO_PERMISSION');
    const [ent] = await db.select().from(enterprise).where(eq(enterprise.id, row.enterpriseId));
    if (!ent) throw new AppError('NOT_FOUND');
    const statements: Statement[] = [
      db
        .update(adminApplication)
        .set({ state, remark: input.remark, decidedAt: now, decidedBy: actor.accountId })
        .where(eq(adminApplication.id, row.id)),
      recordCompany(context, ent.id, input.pass ? 'ADMIN_APPROVED' : 'ADMIN_REJECTED', {
        operatorId: actor.accountId,
        subjectId: row.accountId,
      }),
      tellPerson(context, row.accountId, input.pass ? 'ADMIN_APPROVED' : 'ADMIN_REJECTED', {
        enterprise: ent.name,
        reason: input.remark || '—',
      }),
      ...(side === 'PLATFORM'
        ? [
            auditOf(context, {
              action: input.pass ? 'ADMINISTRATOR_APPROVED' : 'ADMINISTRATOR_REJECTED',
              targetKind: 'ENTERPRISE',
              targetId: ent.id,
              targetName: ent.name,
              remark: input.remark,
            }),
          ]
        : []),
    ];
    const guards = [stillToApprove(row.id), stillAdministrator(ent.id, ent.administratorId ?? '')];
    if (!input.pass) return commit(context, guards, statements);
    await checkApplicant(context, row.accountId);
    const heir = (await findMembership(context, ent.id, row.accountId))?.member;
    if (!heir) throw new AppError('MEMBER_GONE');
    await commitSpending(
      context,
      judge ? await judge() : [],
      [...guards, stillMember(ent.id, row.accountId), stillVerified(row.accountId)],
      [
        ...statements,
        ...(await uncrown(context, ent.id, ent.administratorId)),
        ...crown(context, ent.id, row.accountId, heir.roles),
        ...(await tellOfHeir(context, ent, row.accountId)),
        // Other applicants must ask the new administrator.
        db
          .update(adminApplication)
          .set({ state: 'CANCELLED', decidedAt: now, decidedBy: actor.accountId })
          .where(
            and(
              eq(adminApplication.enterpriseId, ent.id),
              sql`${adminApplication.state} = 'TO_APPROVE'`,
              sql`${adminApplication.id} <> ${row.id}`,
            ),
          ),
      ],
    );
  };
  if (side === 'PLATFORM') await withRetry(decide);
  else await withForgottenSessions(context, actor.entId, undefined, () => withRetry(decide));
  return null;
}

async function checkApplicant(context: SignedInContext, accountId: string): Promise<void> {
  const [person] = await context.db.select().from(account).where(eq(account.id, accountId));
  if (person?.status !== 'ENABLE' || person.personalAuthStatus !== 'AUTH')
    throw new AppError('APPLICANT_GONE', { name: await openDisplayName(context, person) });
}

/** Removes the role from its former holder; a member without any other role becomes an employee. */
async function uncrown(
  context: SignedInContext,
  entId: string,
  accountId: string | null,
): Promise<Statement[]> {
  if (!accountId) return [];
  const found = await findMembership(context, entId, accountId);
  if (!found) return [];
  const rest = found.member.roles.filter((role) => role !== 'ENT_ADMIN');
  const roles: Role[] = rest.length ? rest : ['EMPLOYEE'];
  return [context.db.update(member).set({ roles }).where(eq(member.id, found.member.id))];
}
