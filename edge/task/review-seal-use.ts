import { expire } from '#core/approval/approval.ts';
import { digestOfSealUse, SEAL_USE_MACHINE } from '#core/approval/seal-use.ts';
import { next } from '#core/machine.ts';
import { participant } from '#db/schema/index.ts';
import { approvalOf, changeStatements, tellOne } from '#edge/approval/change-statements.ts';
import { decisionLines } from '#edge/approval/decision-lines.ts';
import { unsafeReadRunning } from '#edge/approval/read-approval.ts';
import {
  forgetStampers,
  openUseValues,
  type SealUseRow,
  sealUseIn,
  setSealUseState,
  unsafeReadSealUse,
  writeStampers,
} from '#edge/approval/seal-uses.ts';
import { readStaff } from '#edge/approval/staff.ts';
import { type ApprovalChange, type ApprovalSubjectKind, endOf } from '#edge/approval/subject.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { sealUseFacts } from '#edge/signing/seal-use-facts.ts';
import type { NewTrailEntry } from '#edge/trail/trail-of.ts';
import { advanceTask, PRODUCT } from './advance-task.ts';
import { letRead } from './ask-seal-use.ts';
import { type TaskWithParties, unsafeReadTask } from './read-task.ts';

/** Whether the request is still valid: the task runs, it is the signer's turn, and the operator is the applicant. */
export const isOpenUse = ({ task, signers }: TaskWithParties, use: SealUseRow, now: number): boolean =>
  ['IN_PROGRESS', 'FROZEN'].includes(task.state) &&
  task.deadline > now &&
  signers.some(
    (one) => one.id === use.signerId && one.state === 'SIGNING' && one.accountId === use.applicantId,
  );

/** Placements of the signer that the seal use is for. */
const placesOf = ({ placements }: TaskWithParties, { signerId }: SealUseRow) =>
  placements.filter((p) => p.signerId === signerId);

/** Approval of a signer's seal use. */
export const reviewableSealUse: ApprovalSubjectKind = {
  subject: 'SEAL',
  async open(context, useId) {
    const use = await unsafeReadSealUse(context, useId);
    const contract = await unsafeReadTask(context, use.taskId);
    return {
      digest: isOpenUse(contract, use, context.now) ? await digestNow(context, contract, use) : '',
      write: (change) => write(context, contract, use, change),
    };
  },
  async pages(context, useId) {
    const { taskId } = await unsafeReadSealUse(context, useId);
    return (await unsafeReadTask(context, taskId)).documents.map(({ pages }) => pages);
  },
};

const digestNow = async (context: Context, contract: TaskWithParties, use: SealUseRow): Promise<string> =>
  digestOfSealUse(
    await sealUseFacts(
      context,
      {
        taskId: use.taskId,
        signerId: use.signerId,
        operator: use.applicantId,
        byHolder: use.byHolder,
        reason: use.reason,
        seals: use.seals,
      },
      {
        documents: contract.documents,
        placements: placesOf(contract, use),
        fillings: [...use.fillings, ...(await openUseValues(context, use))],
      },
    ),
  );

const EVENT_OF = {
  APPROVED: 'pass',
  REJECTED: 'refuse',
  RETURNED: 'refuse',
  WITHDRAWN: 'withdraw',
  EXPIRED: 'lapse',
  VOIDED: 'lapse',
} as const;

/** Writes a change of the approval with its lines in the task's trail and the new state of the seal use. */
async function write(
  context: Context,
  contract: TaskWithParties,
  use: SealUseRow,
  change: ApprovalChange,
): Promise<void> {
  // A concurrent change ended the seal use and its approval; the retry reads and reports that.
  if (use.state !== 'REVIEWING') throw new GuardFailed();
  const { changed, more, row, operator } = change;
  const end = endOf(changed.news)?.state;
  const state = end && end !== 'REVIEWING' ? next(SEAL_USE_MACHINE, use.state, EVENT_OF[end]) : null;
  const isWithdrawn = end === 'WITHDRAWN';
  const ended: NewTrailEntry[] = end
    ? [
        {
          event: end === 'APPROVED' ? 'REVIEW_PASSED' : 'REVIEW_FAILED',
          operator: isWithdrawn ? operator.name : 'Signet',
          agent: isWithdrawn ? operator.entName : '',
          remark: use.seals.map(({ name }) => name).join('、'),
          evidence: { approved: row.digest, use: 'SEAL', ...(end === 'APPROVED' ? {} : { state: end }) },
        },
      ]
    : [];
  await advanceTask(context, contract, {
    event: 'decideSealUse',
    by: PRODUCT,
    entries: [...(await decisionLines(context, change)), ...ended],
    guards: changed.guards,
    statements: [
      ...changed.statements,
      ...letRead(context, contract.task, enterpriseKey(use.enterpriseId), changed.approval),
      ...(state ? [setSealUseState(context, use.id, state)] : []),
      ...(state === 'TO_STAMP' && use.byHolder ? await callHolders(context, contract, use, row) : []),
      ...more,
    ],
  });
}

/** Statements that let all holders of all the seals stamp: they are notified, and can find and read the contract. */
export async function callHolders(
  context: Context,
  { task }: TaskWithParties,
  use: SealUseRow,
  row: ApprovalChange['row'],
  known: readonly string[] = [],
): Promise<Statement[]> {
  const { sealKeepers } = await readStaff(
    context,
    use.enterpriseId,
    use.seals.map(({ sealId }) => sealId),
  );
  const ownerKey = enterpriseKey(use.enterpriseId);
  return [
    ...writeStampers(context, row, sealKeepers),
    ...sealKeepers
      .filter((one) => !known.includes(one))
      .flatMap((accountId) => [
        tellOne(context, row, accountId, 'SEAL_USE_TO_STAMP', {
          applicant: row.applicantName,
          task: row.title,
        }),
        context.db
          .insert(participant)
          .values({ ownerKey, part: 'APPROVER', taskId: task.id, accountId, sentAt: task.sentAt })
          .onConflictDoNothing(),
      ]),
  ];
}

/** Ends a seal use that is no longer needed, and its approval if that is still running. */
export async function lapseSealUse(context: Context, use: SealUseRow): Promise<void> {
  const { guards, statements } = await lapsing(context, use);
  await commit(context, guards, statements);
}

/** Guards and statements of the same, for use in another change. */
export async function lapsing(context: Context, use: SealUseRow) {
  const running = await unsafeReadRunning(context, use.id);
  const outcome = running && expire(approvalOf(running));
  const changed =
    running && outcome && !('refused' in outcome)
      ? changeStatements(context, running, outcome, 'Signet')
      : undefined;
  return {
    guards: [...(changed?.guards ?? []), sealUseIn(use.id, use.state)],
    statements: [
      ...(changed?.statements ?? []),
      forgetStampers(context, use.id),
      setSealUseState(context, use.id, 'LAPSED'),
    ],
  };
}
