import { and, eq, type SQL } from 'drizzle-orm';
import type { Outcome } from '#core/approval/approval.ts';
import { digestOfContract } from '#core/approval/contract.ts';
import { participant } from '#db/schema/index.ts';
import { approvalOf, changeStatements, partsOf } from '#edge/approval/change-statements.ts';
import { decisionLines } from '#edge/approval/decision-lines.ts';
import { unsafeReadRunning } from '#edge/approval/read-approval.ts';
import { type ApprovalChange, type ApprovalSubjectKind, endOf } from '#edge/approval/subject.ts';
import { placeOf } from '#edge/claim/change-parties.ts';
import type { Context } from '#edge/kernel/context.ts';
import { afterCommit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { advanceTask, PRODUCT, type TaskAct } from './advance-task.ts';
import { freezeIfSuspended } from './freeze-tasks.ts';
import { type TaskWithParties, unsafeReadTask } from './read-task.ts';
import { readTaskFacts } from './task-facts.ts';

/** Approval of a task by the sender's enterprise, before it is sent. */
export const reviewableTask: ApprovalSubjectKind = {
  subject: 'TASK',
  async open(context, taskId) {
    const contract = await unsafeReadTask(context, taskId);
    const isWaiting = contract.task.state === 'REVIEWING';
    return {
      digest: isWaiting ? await digestOfContract(await readTaskFacts(context, contract)) : '',
      write: (change) => write(context, contract, change),
    };
  },
  pages: async (context, taskId) =>
    (await unsafeReadTask(context, taskId)).documents.map(({ pages }) => pages),
};

/**
 * Writes a change of the approval with its lines in the trail, the readers of the task, and the consequences of its
 * end.
 */
async function write(context: Context, contract: TaskWithParties, change: ApprovalChange): Promise<void> {
  // A concurrent change ended the task and its approval; the retry reads and reports that.
  if (contract.task.state !== 'REVIEWING') throw new GuardFailed();
  const { changed, more } = change;
  const end = endOf(changed.news);
  const decided = await decisionLines(context, change);
  const act = actOf(context, contract, change);
  await advanceTask(context, contract, {
    ...act,
    ...(act.event === 'decideApproval' ? { entries: decided } : { entriesBefore: decided }),
    guards: changed.guards,
    statements: [
      ...changed.statements,
      ...letRead(context, contract.task, changed.approval),
      ...act.statements,
      ...more,
    ],
  });
  if (end?.state === 'APPROVED') await afterCommit(context, (after) => freezeIfSuspended(after, contract));
}

/** What a change of the approval is for the task: one decision, or its end. */
function actOf(
  context: Context,
  contract: TaskWithParties,
  { row, changed, operator }: ApprovalChange,
): Pick<TaskAct, 'event' | 'by' | 'evidence' | 'set'> & { statements: Statement[] } {
  const end = endOf(changed.news);
  if (!end) return { event: 'decideApproval', by: PRODUCT, statements: [] };
  const { digest: approved } = row;
  if (end.state === 'APPROVED')
    return {
      event: 'approve',
      by: PRODUCT,
      evidence: { approved },
      statements: placeParties(context, contract),
    };
  const remark = changed.news.reduce((last, one) => (one.news === 'DECIDED' ? one.words : last), '');
  return {
    event: 'disapprove',
    by:
      changed.approval.state === 'WITHDRAWN'
        ? { name: operator.name, agent: operator.entName, accountId: row.applicantId }
        : PRODUCT,
    evidence: { approved, state: changed.approval.state },
    set: { rejectReason: remark },
    statements: [],
  };
}

/** Lets approvers read the task while their decision is pending and after it. */
export function letRead(
  { db }: Context,
  task: TaskWithParties['task'],
  approval: ApprovalChange['changed']['approval'],
): Statement[] {
  return [
    db.delete(participant).where(and(eq(participant.taskId, task.id), eq(participant.part, 'APPROVER'))),
    ...approverRows(task, approval).map((row) => db.insert(participant).values(row).onConflictDoNothing()),
  ];
}

/** Participant rows of the approvers. */
export const approverRows = (
  task: Pick<TaskWithParties['task'], 'id' | 'ownerKey' | 'sentAt'>,
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

/** Statements that let the signers and CC parties of an approved task read it. */
const placeParties = ({ db }: Context, { task, signers, ccParties }: TaskWithParties): Statement[] =>
  [
    ...signers.map((one) => ({ place: placeOf(one), part: 'SIGNER' as const })),
    ...ccParties.map((one) => ({ place: placeOf(one), part: 'COPY' as const })),
  ].flatMap(({ place, part }) =>
    place
      ? [
          db
            .insert(participant)
            .values({ ...place, part, taskId: task.id, sentAt: task.sentAt })
            .onConflictDoNothing(),
        ]
      : [],
  );

/** Ends the approval of a task that ends for another reason during it; nothing if the task is not in approval. */
export async function endApproval(
  context: Context,
  { task }: Pick<TaskWithParties, 'task'>,
  act: (approval: ReturnType<typeof approvalOf>) => Outcome,
  by: string,
): Promise<{ guards: SQL[]; statements: Statement[] }> {
  if (task.state !== 'REVIEWING') return { guards: [], statements: [] };
  const row = await unsafeReadRunning(context, task.id);
  const outcome = row && act(approvalOf(row));
  // The approval has ended concurrently; the retry reads the resulting task.
  if (!row || !outcome || 'refused' in outcome) throw new GuardFailed();
  const { guards, statements } = changeStatements(context, row, outcome, by);
  return { guards, statements: [...statements, ...letRead(context, task, outcome.approval)] };
}
