import { and, eq, inArray } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { addPlaces as call } from '#core/task/change-calls.ts';
import { checkPlacements } from '#core/task/check-plan.ts';
import type { Plan } from '#core/task/plan.ts';
import { isAsSeen } from '#core/task/seen.ts';
import { approval, documentRevision, placement, taskPlan } from '#db/schema/index.ts';
import { runningSealUses } from '#edge/approval/seal-uses.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { keepHashes } from '#edge/signing/kept-hashes.ts';
import { prepareDocument } from '#edge/signing/prepare-document.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { placementRows } from './build-task-rows.ts';
import { raiseDocument } from './change-task.ts';
import { refuseKeywordOverlaps, refuseOverlaps } from './place-overlaps.ts';
import { readTask, type TaskWithParties } from './read-task.ts';
import { lapsing } from './review-seal-use.ts';
import { isInitiator } from './task-item.ts';
import { readTaskPlan, sealPlan } from './task-plan.ts';

type Input = ParsedInputOf<typeof call>;

/**
 * Reason in the task's row why no placement can be added; null if there is none. `wasApproved` is checked separately.
 */
export function placingProblem(task: TaskWithParties['task'], now: number) {
  if (task.state === 'REVIEWING') return 'TASK_REVIEWING';
  if (task.state === 'FROZEN') return 'TASK_FROZEN';
  // The placements of a voiding agreement are derived from the contract.
  if (!['NOT_STARTED', 'IN_PROGRESS'].includes(task.state) || task.voids !== '') return 'TASK_CLOSED';
  // With free placement the signers choose their own placements.
  if (task.signFlow === 'FREE') return 'PLACES_FREE';
  if (task.deadline <= now) return 'DEADLINE_PASSED';
  return task.signedNum > 0 ? 'PLACES_SIGNED' : null;
}

/** Whether the sender's enterprise approved the task, including its placements, before it was sent. */
async function wasApproved({ db }: Context, taskId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: approval.id })
    .from(approval)
    .where(and(eq(approval.subject, 'TASK'), eq(approval.subjectId, taskId)))
    .limit(1);
  return row !== undefined;
}

/**
 * Adds placements to a task before anybody has signed it ([2.6]); for the initiator and administrators. Changed files
 * are prepared again from the upload as their next revision, so that a field has all its placements before its first
 * signature. Notifies the current signers; running requests and approvals of seal use lapse. Throws NO_PERMISSION, the
 * result of `placingProblem`, REVISION_CHANGED, PLACES_APPROVED, PLACES_OVERLAP, PLAN_NOT_KEPT.
 */
export async function addPlaces(input: Input, context: SignedInContext, request: Request): Promise<null> {
  await withRetry(async () => {
    const { actor, now } = context;
    const contract = await readTask(context, input.planId);
    const { task, signers } = contract;
    if (!isInitiator(actor, task)) throw new AppError('NO_PERMISSION');
    const problem = placingProblem(task, now);
    if (problem) throw new AppError(problem);
    if (await wasApproved(context, task.id)) throw new AppError('PLACES_APPROVED');
    const before = await newestOf(context, contract);
    if (!isAsSeen(input.seen, before)) throw new AppError('REVISION_CHANGED');
    const content = await readTaskPlan(context, task.id);
    const { plan, added } = withPlaces(content, contract, input);
    await checkNewPlaces(context, plan, added.length, contract);
    const changed = contract.documents.filter(({ id }) =>
      input.placements.some(({ documentId }) => documentId === id),
    );
    const prepared = await prepareAgain(context, plan, changed, context.env.PUBLIC_URL || request.url);
    refuseKeywordOverlaps(plan, prepared);
    const signerId = new Map(plan.signers.map(({ signerId: key }, i) => [key, signers[i]!.id]));
    const rows = changed.flatMap(({ id, position }) => {
      const sourceKey = plan.documents[position]!.documentId;
      const again = prepared.get(sourceKey)!;
      const of = { signerId, taskId: task.id, newId: context.newId, fills: undefined };
      return placementRows({ ...plan, placements: added }, { id, sourceKey }, again, of);
    });
    const next = changed.map(({ id, position, revision }) => {
      const { revision: stored } = prepared.get(plan.documents[position]!.documentId)!;
      return { documentId: id, revision: revision + 1, ...stored };
    });
    const planSealed = await sealPlan(context, task.id, plan);
    const uses = await lapseUses(context, task.id);
    await advanceTask(context, contract, {
      event: 'addPlaces',
      by: operatorOf(actor),
      params: { operator: actor.entName || actor.name },
      evidence: Object.fromEntries(
        changed.map(({ position }, i) => [`document ${position + 1}`, next[i]!.sha256]),
      ),
      guards: uses.guards,
      statements: [
        ...uses.statements,
        context.db
          .insert(documentRevision)
          .values(next.map((row) => ({ ...row, signerId: null, certificateId: null, createdAt: now }))),
        ...keepHashes(context, task.fileType, next),
        ...next.map(({ documentId, revision }) => raiseDocument(context)(documentId, revision)),
        context.db.insert(placement).values(rows),
        context.db.update(taskPlan).set({ planSealed }).where(eq(taskPlan.taskId, task.id)),
        ...context.remember(null),
      ],
    });
  });
  return null;
}

/** The newest revision of each document, which signers are shown. */
async function newestOf({ db }: Context, { documents }: TaskWithParties) {
  const rows = await db
    .select({
      documentId: documentRevision.documentId,
      revision: documentRevision.revision,
      sha256: documentRevision.sha256,
    })
    .from(documentRevision)
    .where(
      inArray(
        documentRevision.documentId,
        documents.map(({ id }) => id),
      ),
    );
  return documents.flatMap(({ id, revision }) =>
    rows.filter((row) => row.documentId === id && row.revision === revision),
  );
}

/**
 * The plan with the new placements, keyed by the plan's ids, and current signer names. Throws NOT_FOUND for foreign
 * ids.
 */
function withPlaces(content: Plan, { documents, signers }: TaskWithParties, { placements }: Input) {
  const taken = new Set(content.placements.map(({ placementId }) => placementId));
  const added = placements.map(({ signerId, documentId, ...place }) => {
    const signer = content.signers[signers.findIndex(({ id }) => id === signerId)];
    const document = content.documents[documents.findIndex(({ id }) => id === documentId)];
    if (!signer || !document) throw new AppError('NOT_FOUND');
    if (taken.has(place.placementId)) throw new InputRefused([{ path: 'placements', problem: 'repeated' }]);
    taken.add(place.placementId);
    return { ...place, signerId: signer.signerId, documentId: document.documentId };
  });
  const called = content.signers.map((one, i) => ({
    ...one,
    userName: signers[i]!.userName,
    ...(one.type === 'ENTERPRISE' ? { entName: signers[i]!.entName } : {}),
  }));
  const plan: Plan = { ...content, signers: called, placements: [...content.placements, ...added] };
  return { plan, added };
}

/**
 * Checks all placements as the wizard's last step does. Throws PLACES_OVERLAP, or INPUT_INVALID with the placement's
 * path.
 */
async function checkNewPlaces(context: Context, plan: Plan, added: number, { documents }: TaskWithParties) {
  const facts = new Map(plan.documents.map(({ documentId }, i) => [documentId, documents[i]!]));
  const first = plan.placements.length - added;
  const problems = checkPlacements(plan, { facts, limits: await limitsInForce(context) }).filter(({ path }) =>
    path.startsWith('placements'),
  );
  refuseOverlaps(problems);
  if (problems.length > 0)
    throw new InputRefused(
      problems.map(({ path, problem }) => {
        const [list, index] = path.split('.');
        return { path: index === undefined ? list! : `${list}.${Number(index) - first}`, problem };
      }),
    );
}

/** Prepares the documents again with all placements, keyed by the plan's ids; their QR code keeps its URL. */
async function prepareAgain(
  context: SignedInContext,
  plan: Plan,
  changed: TaskWithParties['documents'],
  origin: string,
) {
  const prepared = new Map<string, Awaited<ReturnType<typeof prepareDocument>>>();
  for (const { position, pages, code } of changed) {
    const planned = plan.documents[position]!;
    prepared.set(planned.documentId, await prepareDocument(plan, planned, pages, context, origin, code));
  }
  return prepared;
}

/** Lapses running seal uses, since they refer to the former placements; they can be requested again. */
async function lapseUses(context: Context, taskId: string) {
  const uses = await runningSealUses(context, { taskId });
  const lapsed = await Promise.all(uses.map((use) => lapsing(context, use)));
  return {
    guards: lapsed.flatMap(({ guards }) => guards),
    statements: lapsed.flatMap(({ statements }) => statements),
  };
}
