import { and, eq, inArray } from 'drizzle-orm';
import { approvalActions } from '#core/approval/actions.ts';
import {
  type Approval,
  type ApprovalEvent,
  addApprover as add,
  allows,
  decide,
  type Outcome,
  transfer,
  voidIfChanged,
  waitingFor,
  withdraw,
} from '#core/approval/approval.ts';
import type * as calls from '#core/approval/calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError, isAppError } from '#core/errors.ts';
import { errorText } from '#core/locales/error-text.ts';
import { approval } from '#db/schema/index.ts';
import { findMembership } from '#edge/company/read-company.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import {
  commit,
  commitTogether,
  GuardFailed,
  isUniqueError,
  withRetry,
} from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import {
  type ApprovalRecord,
  approvalOf,
  changeStatements,
  messageOne,
  namedIn,
  tellOne,
} from './change-statements.ts';
import { mayTakeBack, readApproval } from './read-approval.ts';
import { readStaff } from './staff.ts';
import { type ApprovalOperator, type ApprovalSubjectKind, accepted, endOf } from './subject.ts';

export type Kinds = readonly ApprovalSubjectKind[];

/** Operator of automatic changes: time limits, and members who left. */
export const ITSELF: ApprovalOperator = { name: 'Signet', entName: '', roles: [] };

/**
 * Applies an act to an approval and commits it together with its effect on the subject. If an act would approve
 * something whose digest differs from the submitted one, the approval is voided instead. Throws the refusal of the act,
 * and GuardFailed.
 */
export async function change(
  kinds: Kinds,
  context: Context,
  row: ApprovalRecord,
  act: (approval: Approval) => Outcome,
  operator: ApprovalOperator,
  more: (approval: Approval) => Statement[] = () => [],
): Promise<Approval> {
  const kind = kinds.find(({ subject }) => subject === row.subject)!;
  const subject = await kind.open(context, row.subjectId);
  let outcome = accepted(act(approvalOf(row)));
  if (endOf(outcome.news)?.state === 'APPROVED' && !allows(outcome.approval, subject.digest)) {
    const decided = outcome.news.filter((one: ApprovalEvent) => one.news !== 'ENDED');
    const voided = accepted(voidIfChanged(outcome.approval, subject.digest));
    outcome = { approval: voided.approval, news: [...decided, ...voided.news] };
  }
  await subject.write({
    row,
    changed: changeStatements(context, row, outcome, operator.name),
    operator,
    more: more(outcome.approval),
  });
  return outcome.approval;
}

export const operatorOf = ({ actor }: SignedInContext): ApprovalOperator => ({
  name: actor.name,
  entName: actor.entName,
  roles: actor.roles,
});

/**
 * [4.10c] Approves, rejects or returns. Throws APPROVAL_CHANGED if the digest differs from what the approver was shown.
 */
export const decideApproval =
  (kinds: Kinds) => (input: ParsedInputOf<typeof calls.decideApproval>, context: SignedInContext) =>
    withRetry(async (): Promise<OutputOf<typeof calls.decideApproval>> => {
      const { actor, now } = context;
      const row = await readApproval(context, input.approvalId);
      if (row.digest !== input.digest) throw new AppError('APPROVAL_CHANGED');
      const act = (one: Approval) =>
        decide(one, { by: actor.accountId, decision: input.decision, words: input.words, now });
      const holds = await mayStamp(context, row);
      const answerOf = ({ state }: Approval) => ({ state, mayStamp: state === 'APPROVED' && holds });
      const after = await change(kinds, context, row, act, operatorOf(context), (decided) =>
        context.remember(answerOf(decided)),
      );
      return answerOf(after);
    });

/** Number of approvals that are written in one transaction. */
const TOGETHER = 25;

type Results = OutputOf<typeof calls.passApprovals>['results'];

/**
 * Approves several with the same words. One that the actor passed before, as when the call is repeated because its
 * response was lost, counts as passed; one that is refused does not hold up the others.
 */
export const passApprovals =
  (kinds: Kinds) =>
  async (
    { approvals, words }: ParsedInputOf<typeof calls.passApprovals>,
    context: SignedInContext,
  ): Promise<OutputOf<typeof calls.passApprovals>> => {
    const results: Results = [];
    for (let from = 0; from < approvals.length; from += TOGETHER)
      results.push(...(await passSome(kinds, context, approvals.slice(from, from + TOGETHER), words)));
    return { results };
  };

type PassRequests = ParsedInputOf<typeof calls.passApprovals>['approvals'];

/** Approves some in one transaction; one by one if another change came between. */
async function passSome(
  kinds: Kinds,
  context: SignedInContext,
  approvals: PassRequests,
  remark: string,
): Promise<Results> {
  const pass =
    ({ approvalId, digest }: PassRequests[number]) =>
    async (its: SignedInContext) => {
      const message = await messageOf(its, () => passOne(kinds, its, approvalId, digest, remark));
      return { approvalId, passed: message === '', message };
    };
  try {
    return await commitTogether(context, approvals.map(pass));
  } catch (error) {
    if (!(error instanceof GuardFailed || isUniqueError(error)))
      noteFault('request', error, context.requestId);
  }
  const alone: Results = [];
  for (const { approvalId, digest } of approvals) {
    const message = await messageOf(context, () =>
      withRetry(() => passOne(kinds, context, approvalId, digest, remark)),
    );
    alone.push({ approvalId, passed: message === '', message });
  }
  return alone;
}

/** Why it was refused, in the language of the request; '' if it was not. Throws GuardFailed. */
async function messageOf(context: SignedInContext, work: () => Promise<void>): Promise<string> {
  try {
    await work();
    return '';
  } catch (error) {
    if (error instanceof GuardFailed) throw error;
    if (!isAppError(error)) noteFault('request', error, context.requestId);
    return errorText(isAppError(error) ? error : new AppError('INTERNAL'), context.language);
  }
}

async function passOne(
  kinds: Kinds,
  context: SignedInContext,
  approvalId: string,
  digest: string,
  remark: string,
): Promise<void> {
  const { actor, now } = context;
  const by = actor.accountId;
  const row = await readApproval(context, approvalId);
  if (row.digest !== digest) throw new AppError('APPROVAL_CHANGED');
  const isPassed = row.steps.some(({ approvers }) =>
    approvers.some(({ accountId, decision }) => accountId === by && decision === 'PASS'),
  );
  if (isPassed && !waitingFor(approvalOf(row)).includes(by)) return;
  const act = (one: Approval) => decide(one, { by, decision: 'PASS', words: remark, now });
  await change(kinds, context, row, act, operatorOf(context));
}

/** Whether a seal use waits for a holder's stamp and the actor holds all of its seals. */
async function mayStamp(context: SignedInContext, row: ApprovalRecord): Promise<boolean> {
  if (!('seals' in row.facts) || !row.facts.byHolder) return false;
  const seals = row.facts.seals.map(({ sealId }) => sealId);
  const { sealKeepers } = await readStaff(context, row.enterpriseId, seals);
  return sealKeepers.includes(context.actor.accountId);
}

/** Checks that the account belongs to a colleague. Throws APPROVAL_NOT_A_COLLEAGUE. */
async function checkColleague(context: SignedInContext, accountId: string): Promise<void> {
  if (!(await findMembership(context, context.actor.entId, accountId)))
    throw new AppError('APPROVAL_NOT_A_COLLEAGUE');
}

export const transferApproval =
  (kinds: Kinds) =>
  async (input: ParsedInputOf<typeof calls.transferApproval>, context: SignedInContext): Promise<null> => {
    await withRetry(async () => {
      const row = await readApproval(context, input.approvalId);
      await checkColleague(context, input.to);
      const act = (one: Approval) => transfer(one, { by: context.actor.accountId, to: input.to });
      await change(kinds, context, row, act, operatorOf(context), () => context.remember(null));
    });
    return null;
  };

export const addApprover =
  (kinds: Kinds) =>
  async (input: ParsedInputOf<typeof calls.addApprover>, context: SignedInContext): Promise<null> => {
    await withRetry(async () => {
      const { actor, now } = context;
      const row = await readApproval(context, input.approvalId);
      await checkColleague(context, input.who);
      const act = (one: Approval) =>
        add(one, {
          by: actor.accountId,
          who: input.who,
          where: input.where,
          key: context.newId(),
          // Named after the person who added the step; steps of a flow are named by purpose.
          name: actor.name,
          now,
        });
      await change(kinds, context, row, act, operatorOf(context), () => context.remember(null));
    });
    return null;
  };

export const withdrawApproval =
  (kinds: Kinds) =>
  async (input: ParsedInputOf<typeof calls.withdrawApproval>, context: SignedInContext): Promise<null> => {
    await withRetry(async () => {
      const row = await readOwn(context, input.approvalId);
      if (!mayTakeBack(context.actor, row.facts)) throw new AppError('NO_PERMISSION');
      const act = (one: Approval) => withdraw(one, context.actor.accountId);
      await change(kinds, context, row, act, operatorOf(context), () => context.remember(null));
    });
    return null;
  };

const PAUSE_MINUTES = 10;

/** Reminds the current approvers. Throws URGED_TOO_OFTEN. */
export const urgeApproval = (
  input: ParsedInputOf<typeof calls.urgeApproval>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.urgeApproval>> =>
  withRetry(async () => {
    const { db, now } = context;
    const row = await readOwn(context, input.approvalId);
    const approvers = waitingFor(approvalOf(row));
    if (row.state !== 'REVIEWING') throw new AppError('APPROVAL_CLOSED');
    if ((row.urgedAt ?? 0) + PAUSE_MINUTES * 60_000 > now)
      throw new AppError('URGED_TOO_OFTEN', { minutes: PAUSE_MINUTES });
    const { guards } = changeStatements(context, row, { approval: approvalOf(row), news: [] }, '');
    await commit(context, guards, [
      db
        .update(approval)
        .set({ urgedAt: now, version: row.version + 1 })
        .where(eq(approval.id, row.id)),
      ...approvers.flatMap((accountId) => [
        tellOne(context, row, accountId, 'APPROVAL_URGED', namedIn(row)),
        messageOne(context, row, accountId, 'APPROVAL_LINK_URGED'),
      ]),
    ]);
    return { urged: approvers.length };
  });

/** Hides an ended approval from the applicant's list. Throws APPROVAL_RUNNING. */
export async function deleteApproval(
  input: ParsedInputOf<typeof calls.deleteApproval>,
  context: SignedInContext,
): Promise<null> {
  const { db, now, actor } = context;
  const row = await readOwn(context, input.approvalId);
  const asApplicant = { accountId: actor.accountId, canAskAgain: false };
  if (!approvalActions(approvalOf(row), asApplicant).includes('delete'))
    throw new AppError('APPROVAL_RUNNING');
  await db
    .update(approval)
    .set({ deletedAt: now })
    .where(and(eq(approval.id, row.id), inArray(approval.state, [row.state])));
  return null;
}

/** Reads an approval that the actor submitted. Throws NOT_FOUND, NO_PERMISSION. */
async function readOwn(context: SignedInContext, approvalId: string): Promise<ApprovalRecord> {
  const row = await readApproval(context, approvalId);
  if (row.applicantId !== context.actor.accountId) throw new AppError('NO_PERMISSION');
  return row;
}
