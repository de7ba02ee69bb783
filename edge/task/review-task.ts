import { and, eq, inArray } from 'drizzle-orm';
import type { Outcome } from '#core/approval/approval.ts';
import { digestOfContract } from '#core/approval/contract.ts';
import { next } from '#core/machine.ts';
import { signersToCall } from '#core/task/order.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import { batchRow, draft, participant, signer } from '#db/schema/index.ts';
import { approvalOf, changeStatements, partsOf } from '#edge/approval/change-statements.ts';
import { decisionLines } from '#edge/approval/decision-lines.ts';
import { unsafeReadRunning } from '#edge/approval/read-approval.ts';
import { type ApprovalChange, type ApprovalSubjectKind, endOf } from '#edge/approval/subject.ts';
import { placeOf } from '#edge/claim/change-parties.ts';
import { returnCopy } from '#edge/copies/ledger.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { afterCommit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { forgetDraftEffect } from '#edge/sync/effects.ts';
import type { NewTrailEntry } from '#edge/trail/trail-of.ts';
import { callParty } from './automatic.ts';
import { changeTask } from './change-task.ts';
import { reviewIfHeld } from './freeze-tasks.ts';
import { unsafeReadTask, type WholeTask } from './read-task.ts';
import { readTaskFacts } from './task-facts.ts';
import { pushTask, tellParty } from './tell-parties.ts';

/** Approval of a task by the sender's enterprise, before it is sent. */
export const reviewableTask: ApprovalSubjectKind = {
  subject: 'TASK',
  async open(context, taskId) {
    const whole = await unsafeReadTask(context, taskId);
    const isWaiting = whole.task.state === 'REVIEWING';
    return {
      digest: isWaiting ? await digestOfContract(await readTaskFacts(context, whole)) : '',
      write: (change) => write(context, whole, change),
    };
  },
  pages: async (context, taskId) =>
    (await unsafeReadTask(context, taskId)).documents.map(({ pages }) => pages),
};

/**
 * Writes a change of the approval with its lines in the trail, the readers of the task, and the consequences of its
 * end.
 */
async function write(context: Context, whole: WholeTask, change: ApprovalChange): Promise<void> {
  // A concurrent change ended the task and its approval; the retry reads and reports that.
  if (whole.task.state !== 'REVIEWING') throw new GuardFailed();
  const { changed, more } = change;
  const end = endOf(changed.news);
  const [decided, follows] = await Promise.all([
    decisionLines(context, change),
    !end
      ? { set: {}, trail: [], more: [] }
      : end.state === 'APPROVED'
        ? passed(context, whole, change)
        : failed(context, whole, change),
  ]);
  await changeTask(context, whole.task, {
    set: follows.set,
    trail: [...decided, ...follows.trail],
    guards: changed.guards,
    more: [
      ...changed.statements,
      ...letRead(context, whole.task, changed.approval),
      ...follows.more,
      pushTask(context, end?.state === 'APPROVED' ? whole : onlySender(whole)),
      ...more,
    ],
  });
  if (end?.state === 'APPROVED') await afterCommit(context, (after) => reviewIfHeld(after, whole));
}

/** Restricts push messages to the sender's side, while the task has not been sent. */
export const onlySender = <W extends Pick<WholeTask, 'task'>>({ task }: W) => ({
  task,
  signers: [],
  copies: [],
});

/** Lets approvers read the task while their decision is pending and after it. */
function letRead(
  { db }: Context,
  task: WholeTask['task'],
  approval: ApprovalChange['changed']['approval'],
): Statement[] {
  return [
    db.delete(participant).where(and(eq(participant.taskId, task.id), eq(participant.part, 'APPROVER'))),
    ...approverRows(task, approval).map((row) => db.insert(participant).values(row).onConflictDoNothing()),
  ];
}

/** Participant rows of the approvers. */
export const approverRows = (
  task: Pick<WholeTask['task'], 'id' | 'ownerKey' | 'sentAt'>,
  approval: Parameters<typeof partsOf>[0],
) =>
  [
    ...new Set(
      partsOf(approval)
        .filter(({ part }) => part === 'TO_DECIDE' || part === 'DECIDED')
        .map(({ accountId }) => accountId),
    ),
  ].map((accountId) => ({
    ownerKey: task.ownerKey,
    part: 'APPROVER' as const,
    taskId: task.id,
    accountId,
    sentAt: task.sentAt,
  }));

type Follows = { set: Partial<WholeTask['task']>; trail: NewTrailEntry[]; more: Statement[] };

/**
 * Sends the approved task: adds signers and copy parties as participants, and calls the first signers if it starts now.
 */
async function passed(context: Context, whole: WholeTask, { row }: ApprovalChange): Promise<Follows> {
  const { db, now } = context;
  const { task, signers, copies } = whole;
  const waiting = next(TASK_MACHINE, task.state, 'passReview')!;
  const starts = task.startAt <= now;
  const called = starts ? signersToCall(signers, task.ordered) : [];
  const params = { initiator: task.initiatorEntName || task.initiatorName, task: task.name };
  const placed = (part: 'SIGNER' | 'COPY', party: { ownerKey: string; accountId: string }) => {
    const place = placeOf(party);
    return place
      ? [
          db
            .insert(participant)
            .values({ ...place, part, taskId: task.id, sentAt: task.sentAt })
            .onConflictDoNothing(),
        ]
      : [];
  };
  return {
    set: { state: starts ? next(TASK_MACHINE, waiting, 'start')! : waiting },
    trail: [
      { event: 'REVIEW_PASSED', operator: 'Signet', evidence: { approved: row.digest } },
      ...(starts ? [{ event: 'STARTED' as const, operator: 'Signet' }] : []),
    ],
    more: [
      ...signers.flatMap((one) => placed('SIGNER', one)),
      ...copies.flatMap((one) => placed('COPY', one)),
      ...(called.length
        ? [
            db
              .update(signer)
              .set({ state: 'SIGNING' })
              .where(
                inArray(
                  signer.id,
                  called.map(({ id }) => id),
                ),
              ),
          ]
        : []),
      ...called.flatMap((one) => callParty(context, task, one, params)),
      ...copies.flatMap((one) => tellParty(context, task, one, 'TASK_COPY', params)),
      enqueue(context, `draft:${task.draftId}`, forgetDraftEffect, { draftId: task.draftId }),
    ],
  };
}

/** Ends the task without sending it: returns its copy and reopens its draft. */
function failed(context: Context, whole: WholeTask, { row, changed, operator }: ApprovalChange): Follows {
  const { task } = whole;
  const isWithdrawn = changed.approval.state === 'WITHDRAWN';
  const words = changed.news.reduce((last, one) => (one.news === 'DECIDED' ? one.words : last), '');
  return {
    set: {
      state: next(TASK_MACHINE, task.state, 'failReview')!,
      endReason: 'REVIEW_FAILED',
      endedAt: context.now,
      rejectReason: words,
      draftId: task.id,
    },
    trail: [
      {
        event: 'REVIEW_FAILED',
        operator: isWithdrawn ? operator.name : 'Signet',
        agent: isWithdrawn ? operator.entName : '',
        evidence: { approved: row.digest, state: changed.approval.state },
      },
    ],
    more: notSent(context, task),
  };
}

/**
 * Statements for a task that ends before it was sent: return its copy and reopen its draft. The draft becomes another
 * task when it is sent again, so callers set this task's `draftId` to its own id.
 */
export const notSent = (context: Context, task: WholeTask['task']): Statement[] => [
  ...returnCopy(context, task.id, { id: task.initiatorId, name: task.initiatorName }),
  // Voiding agreements are generated and have no draft.
  ...(task.voids === ''
    ? [
        context.db
          .update(draft)
          .set({ closedAt: null, savedAt: context.now })
          .where(and(eq(draft.id, task.draftId), eq(draft.ownerKey, task.ownerKey))),
      ]
    : []),
  // A batch row can be sent again from the batch.
  context.db
    .update(batchRow)
    .set({ state: 'FAILED', problem: 'BATCH_REVIEW_REFUSED', taskId: null })
    .where(eq(batchRow.id, task.draftId)),
];

/** Ends the approval of a task that ends for another reason during it; null if the task is not in approval. */
export async function endReview(
  context: Context,
  { task }: Pick<WholeTask, 'task'>,
  act: (approval: ReturnType<typeof approvalOf>) => Outcome,
  by: string,
) {
  if (task.state !== 'REVIEWING') return null;
  const row = await unsafeReadRunning(context, task.id);
  const outcome = row && act(approvalOf(row));
  // The approval has ended concurrently; the retry reads the resulting task.
  if (!row || !outcome || 'refused' in outcome) throw new GuardFailed();
  const { guards, statements } = changeStatements(context, row, outcome, by);
  return {
    guards,
    statements: [...statements, ...letRead(context, task, outcome.approval), ...notSent(context, task)],
    set: { draftId: task.id },
  };
}
