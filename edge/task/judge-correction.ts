import { and, eq, type SQL } from 'drizzle-orm';
import { begin } from '#core/approval/approval.ts';
import { digestOfContract } from '#core/approval/contract.ts';
import { AppError } from '#core/errors.ts';
import { can } from '#core/machine.ts';
import type { Plan } from '#core/task/plan.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import { approval } from '#db/schema/index.ts';
import { changeStatements } from '#edge/approval/change-statements.ts';
import { unsafeReadRunning } from '#edge/approval/read-approval.ts';
import { asksAnybody, resolveApproval } from '#edge/approval/resolve-approval.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { unsafeContractAmounts } from '#edge/template/contract-amounts.ts';
import type { NewTrailEntry } from '#edge/trail/trail-of.ts';
import type { TaskWithParties } from './read-task.ts';
import { letRead } from './review-task.ts';
import { readTaskFacts } from './task-facts.ts';
import { isInitiator } from './task-item.ts';

/** What a judgement adds to the transaction of the correction. */
interface Judgement {
  guards: readonly SQL[];
  statements: readonly Statement[];
  entries: readonly NewTrailEntry[];
}

const NOTHING: Judgement = { guards: [], statements: [], entries: [] };

/**
 * Whether the actor may correct parties of a task now. Throws NO_PERMISSION, TASK_REVIEWING to others than the applicant,
 * TASK_CLOSED, DEADLINE_PASSED.
 */
export function openForCorrection(
  { task }: TaskWithParties,
  event: 'correct' | 'correctCopy',
  { actor, now }: SignedInContext,
): void {
  if (!isInitiator(actor, task)) throw new AppError('NO_PERMISSION');
  // While its own enterprise approves it, the applicant alone changes what is judged, as approvers are found by who submits.
  if (task.state === 'REVIEWING' && task.initiatorId !== actor.accountId)
    throw new AppError('TASK_REVIEWING');
  // The parties of an agreement that voids a contract are those of the contract.
  if (!can(TASK_MACHINE, task.state, event) || task.voids !== '') throw new AppError('TASK_CLOSED');
  if (task.deadline <= now) throw new AppError('DEADLINE_PASSED');
}

/**
 * What a correction of a party means for the approval of the task by the sender's enterprise. Approvers judge an enterprise by
 * its name and a person by name and number (`digestOfContract`); another number of an operator is none of theirs. A running
 * approval begins anew with the corrected party. A contract that was approved, or would have to be with the new party, has left
 * the house: throws PARTIES_APPROVED, since nobody may be asked for it any more without taking it back.
 */
export async function judgeCorrection(
  context: SignedInContext,
  before: TaskWithParties,
  after: TaskWithParties,
  plan: Plan,
): Promise<Judgement> {
  const [was, facts] = await Promise.all([readTaskFacts(context, before), readTaskFacts(context, after)]);
  const digest = await digestOfContract(facts);
  if (digest === (await digestOfContract(was))) return NOTHING;
  if (before.task.state === 'REVIEWING') return askAgain(context, after, plan, { facts, digest });
  if (await mustBeApproved(context, before, after)) throw new AppError('PARTIES_APPROVED');
  return NOTHING;
}

/** Names of the other sides, which flows judge. */
const counterpartiesOf = ({ task, signers }: TaskWithParties): string[] =>
  signers
    .filter(({ ownerKey }) => ownerKey !== task.ownerKey)
    .map(({ entName, userName }) => entName || userName);

/** Whether the sent task was approved, or has become one that a flow asks for. */
async function mustBeApproved(
  context: SignedInContext,
  before: TaskWithParties,
  after: TaskWithParties,
): Promise<boolean> {
  const { db, actor } = context;
  const [approved] = await db
    .select({ id: approval.id })
    .from(approval)
    .where(and(eq(approval.subject, 'TASK'), eq(approval.subjectId, before.task.id)))
    .limit(1);
  if (approved) return true;
  const [former, asks] = await Promise.all(
    [before, after].map((one) =>
      asksAnybody(context, actor.entId, 'TASK', {
        businessType: one.task.businessType,
        counterparties: counterpartiesOf(one),
      }),
    ),
  );
  return !former && asks!;
}

/** Begins the running approval anew, with the corrected contract: what was decided on the former one counts no more. */
async function askAgain(
  context: SignedInContext,
  after: TaskWithParties,
  plan: Plan,
  { facts, digest }: { facts: Awaited<ReturnType<typeof readTaskFacts>>; digest: string },
): Promise<Judgement> {
  const { actor, db, now } = context;
  const { task } = after;
  const running = await unsafeReadRunning(context, task.id);
  // The approval has ended meanwhile; the retry reads the resulting task.
  if (!running || !('taskName' in running.facts)) throw new GuardFailed();
  const sources = plan.documents.flatMap(({ template }) => template ?? []);
  const resolved = await resolveApproval(context, {
    subject: 'TASK',
    facts: {
      businessType: task.businessType,
      counterparties: counterpartiesOf(after),
      readAmounts: () => unsafeContractAmounts(context, plan.contractAmount, sources),
    },
    chosen: [plan.processId ?? '', plan.examineProcessId ?? ''],
  });
  const begun = begin({ applicantId: running.applicantId, digest, steps: resolved.steps }, now);
  if ('refused' in begun)
    throw new AppError('APPROVAL_NO_APPROVER', { node: resolved.withoutApprover.join('、') });
  // Nobody would be asked by now: it is taken back and sent without them.
  if (resolved.flows.length === 0 || begun.approval.state !== 'REVIEWING')
    throw new AppError('TASK_REVIEWING');
  const changed = changeStatements(context, running, begun, actor.name);
  const flows = resolved.flows.map(({ id: flowId, version, body: { name } }) => ({
    flowId,
    version,
    name,
    ...(resolved.unread.has(flowId) ? { unread: true as const } : {}),
  }));
  return {
    guards: [...changed.guards, resolved.guard],
    statements: [
      ...changed.statements,
      db
        .update(approval)
        .set({ digest, facts: { ...facts, files: running.facts.files }, flows, urgedAt: null })
        .where(eq(approval.id, running.id)),
      ...letRead(context, task, begun.approval),
    ],
    entries: [
      {
        event: 'SENT_FOR_REVIEW',
        operator: actor.name,
        agent: actor.entName,
        remark: flows.map(({ name }) => name).join('、'),
        evidence: { approved: digest },
      },
    ],
  };
}
