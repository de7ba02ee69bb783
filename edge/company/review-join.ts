import { and, count, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type {
  listJoinApplications as listCall,
  passJoin as passCall,
  rejectJoin as rejectCall,
} from '#core/company/calls.ts';
import { mayChangeRoles } from '#core/company/roles.ts';
import { JOIN_MACHINE, type JoinEvent } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { account, joinApplication, member } from '#db/schema/index.ts';
import { secondProofOnce } from '#edge/identity/judge-second-proof.ts';
import { openDisplayName, openRealName } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { isIf } from '#edge/kernel/storage/filters.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { notMember, stillPending } from './apply-to-join.ts';
import { sealsStillThere, setSeals } from './authorize-person.ts';
import { judgeAppointment } from './judge-appointment.ts';
import { maskedMobile, namesOf } from './people.ts';
import { recordCompany, tellPerson } from './records.ts';

/** Applications to join the enterprise: undecided ones first, then newest first. */
export async function listJoinApplications(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { db, actor } = context;
  const where = and(
    eq(joinApplication.enterpriseId, actor.entId),
    isIf(joinApplication.state, input.applyStatus),
    input.audited ? (input.audited === 'true' ? ne : eq)(joinApplication.state, 'PENDING') : undefined,
  );
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ application: joinApplication, account })
      .from(joinApplication)
      .innerJoin(account, eq(account.id, joinApplication.accountId))
      .where(where)
      .orderBy(sql`${joinApplication.state} <> 'PENDING'`, desc(joinApplication.createdAt)),
    db.select({ n: count() }).from(joinApplication).where(where),
  );
  const names = await namesOf(
    context,
    rows.map(({ application }) => application.decidedBy),
  );
  return {
    records: await Promise.all(
      rows.map(async ({ application, account: person }) => ({
        applyId: application.id,
        userId: person.id,
        name: await openDisplayName(context, person),
        mobile: await maskedMobile(context, person),
        personalAuthStatus: person.personalAuthStatus,
        reason: application.reason,
        state: application.state,
        remark: application.remark,
        applyTime: application.createdAt,
        decideTime: application.decidedAt,
        decidedBy: names.get(application.decidedBy) ?? '',
      })),
    ),
    ...page,
  };
}

/** An application of the enterprise that still allows `event`. Otherwise throws the error for its present state. */
async function readOpen(context: SignedInContext, applyId: string, event: JoinEvent) {
  const [row] = await context.db
    .select({ application: joinApplication, account })
    .from(joinApplication)
    .innerJoin(account, eq(account.id, joinApplication.accountId))
    .where(and(eq(joinApplication.id, applyId), eq(joinApplication.enterpriseId, context.actor.entId)));
  if (!row) throw new AppError('NOT_FOUND');
  const state = next(JOIN_MACHINE, row.application.state, event);
  if (!state)
    throw new AppError(row.application.state === 'REVOKED' ? 'APPLICATION_WITHDRAWN' : 'APPLICATION_DECIDED');
  return { ...row, state };
}

/**
 * [6.2b] Makes the applicant a member with roles, business types and seals. Of two concurrent decisions one takes effect;
 * the other is told. An applicant who withdrew, closed the account or is no longer verified does not become a member.
 */
export async function passJoin(
  input: ParsedInputOf<typeof passCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db, now } = context;
  if (!mayChangeRoles(actor.roles, [], input.roles)) throw new AppError('ROLE_NOT_YOURS', {}, 'roles');
  const judge = input.proof ? secondProofOnce(context, input.proof, 'APPOINT') : null;
  await withRetry(async () => {
    const { application, account: person, state } = await readOpen(context, input.applyId, 'pass');
    if (person.status !== 'ENABLE' || person.personalAuthStatus !== 'AUTH')
      throw new AppError('APPLICANT_GONE', { name: await openDisplayName(context, person) });
    if (await isMember(context, person.id)) {
      // Another decision may have made them a member since the application was read.
      await readOpen(context, input.applyId, 'pass');
      throw new AppError('JOIN_ALREADY_MEMBER');
    }
    const authorization = {
      roles: [...new Set(input.roles)],
      businessTypes: input.businessTypes,
      salaryWithheld: input.roles.includes('HR') && (input.salaryWithheld ?? false),
    };
    const name = await openRealName(context, person);
    const { proofs, notices: messages } = await judgeAppointment(
      context,
      { before: { roles: [], businessTypes: null }, after: authorization, member: name },
      judge,
    );
    await commitSpending(
      context,
      proofs,
      [
        stillPending(application.id),
        notMember(actor.entId, person.id),
        sql`select 1 from ${account} where ${account.id} = ${person.id} and ${account.status} = 'ENABLE' and ${account.personalAuthStatus} = 'AUTH'`,
        ...sealsStillThere(input.stamps),
      ],
      [
        db
          .update(joinApplication)
          .set({ state, decidedAt: now, decidedBy: actor.accountId })
          .where(eq(joinApplication.id, application.id)),
        // A returning person gets the same membership without any former rights.
        db
          .insert(member)
          .values({
            id: context.newId(),
            enterpriseId: actor.entId,
            accountId: person.id,
            ...authorization,
            joinedAt: now,
          })
          .onConflictDoUpdate({
            target: [member.enterpriseId, member.accountId],
            set: { ...authorization, joinedAt: now, leftAt: null },
          }),
        ...(await setSeals(context, person.id, name, input.stamps)),
        recordCompany(context, actor.entId, 'JOIN_PASSED', {
          operatorId: actor.accountId,
          subjectId: person.id,
          remark: authorization.roles.join(' '),
        }),
        tellPerson(context, person.id, 'JOIN_PASSED', { enterprise: actor.entName }),
        ...messages,
      ],
    );
  });
  return null;
}

/** Whether the person became a member in another way meanwhile; those roles must not be changed. */
async function isMember({ db, actor }: SignedInContext, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.enterpriseId, actor.entId), eq(member.accountId, accountId), isNull(member.leftAt)));
  return row !== undefined;
}

/** Rejects an application. */
export async function rejectJoin(
  input: ParsedInputOf<typeof rejectCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db, now } = context;
  await withRetry(async () => {
    const { application, state } = await readOpen(context, input.applyId, 'reject');
    await commit(
      context,
      [stillPending(application.id)],
      [
        db
          .update(joinApplication)
          .set({ state, remark: input.remark, decidedAt: now, decidedBy: actor.accountId })
          .where(eq(joinApplication.id, application.id)),
        recordCompany(context, actor.entId, 'JOIN_REJECTED', {
          operatorId: actor.accountId,
          subjectId: application.accountId,
        }),
        tellPerson(context, application.accountId, 'JOIN_REJECTED', {
          enterprise: actor.entName,
          reason: input.remark || '—',
        }),
      ],
    );
  });
  return null;
}
