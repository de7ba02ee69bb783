import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { ApprovalStep } from '#core/approval/approval.ts';
import type * as calls from '#core/approval/seal-calls.ts';
import { digestOfSealUse, type SealAtPlace, type ValueAtPlace } from '#core/approval/seal-use.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { sealProblem } from '#core/seal/usable.ts';
import { sealFits } from '#core/task/place-rules.ts';
import { participant, seal as sealTable } from '#db/schema/index.ts';
import { beginApproval } from '#edge/approval/begin-approval.ts';
import { resolveApproval } from '#edge/approval/resolve-approval.ts';
import {
  insertSealUse,
  lastSealUse,
  openUseValues,
  runningSealUses,
  sealsRequiringApproval,
  sealUseValues,
} from '#edge/approval/seal-uses.ts';
import type { KnownStaff } from '#edge/approval/staff.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { mayUse, type SealView } from '#edge/seal/access.ts';
import { drawingOf } from '#edge/seal/seal-row.ts';
import { factsOf, ownersOf, readOwnSeals } from '#edge/seal/use-seals.ts';
import { fillFields } from '#edge/signing/fill-fields.ts';
import { openAsSeen } from '#edge/signing/open-as-seen.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { sealUseFacts } from '#edge/signing/seal-use-facts.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { ownTurn } from './own-turn.ts';
import { readTask, type TaskWithParties } from './read-task.ts';
import { approverRows } from './review-task.ts';
import { factsToJudge, signableTask } from './sign-task.ts';

/** Usable seals of the actor's enterprise and of the actor, regardless of who holds them. */
async function stampable(context: SignedInContext): Promise<SealView[]> {
  const own = and(inArray(sealTable.ownerKey, ownersOf(context.actor)), isNull(sealTable.deletedAt));
  const views = await readOwnSeals(context, own ?? sql`false`, sql`${sealTable.createdAt}`);
  return views.filter(
    (view) => sealProblem({ ...factsOf(view, context), granted: true }, context.now) === null,
  );
}

/** The enterprise's usable seals and the state of the actor's last request for this task. Throws NOT_FOUND. */
export async function getSealUses(
  { planId: taskId }: ParsedInputOf<typeof calls.getSealUses>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.getSealUses>> {
  const { actor } = context;
  const contract = await readTask(context, taskId);
  if (actor.entId === '') return { use: null, seals: [] };
  const row = await lastSealUse(context, taskId);
  const views = (await stampable(context)).filter(({ row: { ownerKey } }) => ownerKey === actor.ownerKey);
  const { asking } = await sealsRequiringApproval(
    context,
    views.map((view) => view.row),
    factsToJudge(context, contract),
  );
  return {
    use: row
      ? {
          approvalId: row.approvalId,
          state: row.use.state,
          byHolder: row.use.byHolder,
          reason: row.use.reason,
          seals: row.use.seals.map(({ name }) => name),
          fillings: row.use.fillings,
          values: await openUseValues(context, row.use),
          createdAt: row.use.createdAt,
          words: refusalText(row.steps),
        }
      : null,
    seals: views.map((view) => {
      const mayStamp = mayUse(actor, view);
      const { id, name, category, widthMm, heightMm } = view.row;
      return {
        sealId: id,
        name,
        category,
        widthMm,
        heightMm,
        drawing: mayStamp ? drawingOf(view.row) : null,
        onUkey: view.certificate?.keyId === null,
        held: mayStamp,
        asks: asking.has(id),
      };
    }),
  };
}

const refusalText = (steps: readonly ApprovalStep[]): string =>
  steps
    .flatMap(({ approvers }) => approvers)
    .find(({ decision }) => decision === 'REJECT' || decision === 'RETURN')?.words ?? '';

/**
 * Requests the use of seals at the actor's placements. Throws any error that prevents signing, PLACEMENT_NOT_FILLED,
 * SEAL_NOT_USABLE, the reason if a seal cannot be used now, SEAL_USE_NOT_NEEDED, SEAL_USE_OTHER_SEAL, SEAL_USE_RUNNING,
 * APPROVAL_NO_APPROVER.
 */
export async function requestSealUse(
  { planId: taskId, seen, fillings, reason }: ParsedInputOf<typeof calls.requestSealUse>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.requestSealUse>> {
  const { actor } = context;
  await openAsSeen(context, signableTask, { id: taskId, seen });
  const contract = await readTask(context, taskId);
  const mine = await ownTurn(contract, context);
  const placements = contract.placements.filter((p) => p.signerId === mine.id);
  const chosen = await chooseSeals(context, mine, placements, fillings);
  const judged = factsToJudge(context, contract);
  const ofEnterprise = chosen.filter(({ row }) => row.ownerKey === actor.ownerKey);
  const { asking } = await sealsRequiringApproval(
    context,
    ofEnterprise.map(({ row }) => row),
    judged,
  );
  const byHolder = ofEnterprise.some((view) => !mayUse(actor, view));
  if (!byHolder && asking.size === 0) throw new AppError('SEAL_USE_NOT_NEEDED');
  // A colleague can use the enterprise's seals, but never a person's own seal.
  const own = chosen.find(({ row }) => row.ownerKey !== actor.ownerKey);
  if (byHolder && own) throw new AppError('SEAL_USE_OTHER_SEAL', { name: own.row.name });
  const seals = ofEnterprise.map(({ row }) => ({ sealId: row.id, name: row.name }));
  const facts = await sealUseFacts(
    context,
    { taskId: taskId, signerId: mine.id, operator: actor.accountId, byHolder, reason, seals },
    { documents: contract.documents, placements, fillings },
  );
  const planned = await resolveApproval(context, {
    subject: 'SEAL',
    facts: { ...judged, seals: seals.map(({ sealId }) => sealId) },
    chosen: [],
    otherwise: holders(actor.accountId, seals.map(({ name }) => name).join('、')),
  });
  const useId = context.newId();
  const values = await checkedValues(context, placements, fillings);
  const submission = await beginApproval(
    context,
    {
      subject: 'SEAL',
      subjectId: useId,
      title: contract.task.name,
      facts,
      digest: await digestOfSealUse(facts),
      thread: `seal:${mine.id}`,
    },
    planned,
  );
  const row = {
    id: useId,
    ...{ enterpriseId: actor.entId, taskId: taskId, signerId: mine.id, applicantId: actor.accountId },
    ...{ byHolder, reason, seals, fillings: sealsIn(fillings), digest: submission.digest },
    valuesSealed: await sealUseValues(context, useId, values),
  };
  const answer = { approvalId: submission.id };
  const running = await runningSealUses(context, { taskId, signerId: mine.id });
  if (running.length > 0) throw new AppError('SEAL_USE_RUNNING');
  try {
    await advanceTask(context, contract, {
      event: 'requestSealUse',
      by: operatorOf(actor),
      remark: seals.map(({ name }) => name).join('、'),
      evidence: { approved: submission.digest, use: 'SEAL' },
      guards: [planned.guard],
      statements: [
        insertSealUse(context, row),
        ...submission.statements,
        ...letRead(context, contract.task, actor.ownerKey, submission.approval),
        ...context.remember(answer),
      ],
    });
  } catch (error) {
    // The unique index refuses the second of two concurrent requests.
    if (isUniqueError(error)) throw new AppError('SEAL_USE_RUNNING');
    if (error instanceof GuardFailed) throw new AppError('TASK_CHANGED');
    throw error;
  }
  return answer;
}

/** The seals in the fillings, checked to fit their placement and to be usable, regardless of who holds them. */
async function chooseSeals(
  context: SignedInContext,
  mine: SignerRow,
  placements: TaskWithParties['placements'],
  fillings: ParsedInputOf<typeof calls.requestSealUse>['fillings'],
): Promise<SealView[]> {
  if (mine.type !== 'ENTERPRISE') throw new AppError('SEAL_USE_NOT_NEEDED');
  const seals = sealsIn(fillings);
  const at = new Map(seals.map(({ placementId, sealId }) => [placementId, sealId]));
  if (placements.some((p) => p.kind !== 'SIGN_DATE' && p.kind !== 'FIELD' && !at.has(p.id)))
    throw new AppError('PLACEMENT_NOT_FILLED');
  if (fillings.some(({ placementId }) => !placements.some((p) => p.id === placementId)))
    throw new AppError('SEAL_NOT_USABLE');
  const views = await readOwnSeals(
    context,
    and(inArray(sealTable.id, [...at.values()]), inArray(sealTable.ownerKey, ownersOf(context.actor))) ??
      sql`false`,
    sql`${sealTable.id}`,
  );
  for (const { placementId, sealId } of seals) {
    const view = views.find(({ row }) => row.id === sealId);
    const problem = sealProblem(view ? { ...factsOf(view, context), granted: true } : null, context.now);
    if (problem) throw problem;
    const kind = placements.find((p) => p.id === placementId)!.kind;
    const { category } = view!.row;
    if (!sealFits(kind, category, true)) throw new AppError('SEAL_NOT_USABLE');
    if (!sealFits(kind, category, true, mine.sealKind)) throw new AppError('SEAL_KIND_DIFFERS');
  }
  return views;
}

type Fillings = ParsedInputOf<typeof calls.requestSealUse>['fillings'];

const sealsIn = (fillings: Fillings): SealAtPlace[] =>
  fillings.flatMap(({ placementId, sealId }) => (sealId ? [{ placementId, sealId }] : []));

/** The signer's field values, checked as at signing. Throws the errors of `fillFields`. */
async function checkedValues(
  context: SignedInContext,
  placements: TaskWithParties['placements'],
  fillings: Fillings,
): Promise<ValueAtPlace[]> {
  const { values } = await fillFields(context, placements, fillings);
  return values.map(({ placementId, name, value }) => ({ placementId, name, value }));
}

/**
 * Default approval step if no flow applies: any other holder of all the seals; if there is none, any seal
 * administrator.
 */
const holders =
  (applicantId: string, name: string) =>
  ({ sealKeepers, sealAdministrators }: KnownStaff): ApprovalStep[] => {
    const others = (accounts: readonly string[]) => accounts.filter((one) => one !== applicantId);
    const holders = others(sealKeepers);
    return [
      {
        key: 'holders',
        name,
        mode: 'SINGLE',
        state: 'NOT_STARTED',
        approvers: (holders.length > 0 ? holders : others(sealAdministrators)).map((accountId) => ({
          accountId,
        })),
        copies: [],
        ownAllowed: false,
        late: 'REMIND',
      },
    ];
  };

/** Statements that let approvers of the signer's enterprise read the task. */
export const letRead = (
  { db }: Pick<SignedInContext, 'db'>,
  task: TaskWithParties['task'],
  ownerKey: string,
  approvalState: Parameters<typeof approverRows>[1],
): Statement[] =>
  approverRows({ ...task, ownerKey }, approvalState).map((row) =>
    db.insert(participant).values(row).onConflictDoNothing(),
  );
