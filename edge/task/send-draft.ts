import type { SQL } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { sendTask as call } from '#core/task/calls.ts';
import type { Plan } from '#core/task/plan.ts';
import { taskPlan } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type {
  CheckedSources,
  MadeFile,
  PlanPart,
  ResolvedParty,
  SendingAddition,
  SendingPart,
  Submission,
} from '#edge/sending/sending-part.ts';
import { type PreparedDocument, prepareDocument } from '#edge/signing/prepare-document.ts';
import { firstStatements, operatorOf, type TaskAct } from './advance-task.ts';
import { buildTaskRows, type CheckedPlan, type TaskRows } from './build-task-rows.ts';
import { checkWithFiles } from './check-with-files.ts';
import { type ContentWithForms, withFormPlaces } from './form-places.ts';
import { hasArrived, noneArrived } from './parties.ts';
import { refuseKeywordOverlaps } from './place-overlaps.ts';
import { type OwnedFiles, type PlanReads, readsOf } from './plan-reads.ts';
import { resolveSigners } from './sending-parts.ts';
import { taskFacts } from './task-facts.ts';
import { sealPlan } from './task-plan.ts';
import { attachmentRows, placeApprovers, taskStatements } from './task-statements.ts';

/** Additional writes for a plan that originates from another task or a batch row. */
export interface SendingOrigin {
  /** `voids` of the new task: the contract that it voids, or empty. */
  voids: string;
  /** Files just generated from templates for this plan. */
  made?: ReadonlyMap<string, MadeFile>;
  /** Guards for the originating task or row. */
  guards: readonly SQL[];
  statements: (taskId: string) => readonly Statement[];
  /** Reads that several plans share which are started together; by default each plan reads for itself. */
  reads?: PlanReads | undefined;
  /** What the trail says of the origin, beside what was sent. */
  evidence?: Readonly<Record<string, string>>;
  /** Whether the plan has a draft whose sync room is to be closed; true by default. */
  hasRoom?: boolean;
}

/**
 * Sends a signing task: checks the plan as the wizard does, prepares revision 0 of each document with all signature
 * fields, and writes everything in one transaction, with the writes of the parts and of `linked`. Page content does not
 * change afterwards. Throws PLACES_OVERLAP with file, page and parties if placements overlap, INPUT_INVALID with the
 * paths, and the refusal of each part.
 */
export async function sendDraft(
  parts: readonly SendingPart[],
  sent: Plan,
  context: SignedInContext,
  origin: string,
  linked: SendingOrigin = { voids: '', guards: [], statements: () => [] },
): Promise<OutputOf<typeof call>> {
  // Only people with a verified real name may send ([6.4a]).
  if (context.actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const reads = linked.reads ?? readsOf(parts, sent, context);
  const files = await reads.files(sent);
  const { plan, forms } = await withFormPlaces(sent, files, context);
  await checkWithFiles(plan, files, context);
  const ofTask = reads.parts.map((part) => part.of(plan, linked.made));
  const checked = await checkByParts(ofTask, plan, context, { files, reads, origin, forms });
  const rows = await buildTaskRows(checked, context);
  const attachments = attachmentRows(plan, files, context, rows.task.id);
  const facts = factsOf(checked, rows, attachments);
  const { signerParties, ccParties, sources, prepared } = checked;
  const waiting = [...signerParties, ...ccParties];
  const additions: SendingAddition[] = [
    { guards: [noneArrived(waiting)] },
    { guards: linked.guards, statements: linked.statements(rows.task.id) },
  ];
  for (const part of ofTask) if (part.write) additions.push(await part.write({ id: rows.task.id, facts }));
  const submission = additions.find((one) => one.submission)?.submission;
  const contract = {
    task: { ...rows.task, voids: linked.voids },
    signers: rows.signers,
    ccParties: rows.ccParties,
  };
  const evidence = { ...initiatedWith(rows, prepared, sources, attachments), ...linked.evidence };
  const act = actOf(context, evidence, submission);
  const after = linked.hasRoom === false ? withoutRoom(rows.after) : rows.after;
  const answer = { planId: rows.task.id, number: rows.task.number, status: rows.task.state };
  const planSealed = await sealPlan(context, rows.task.id, plan);
  const isWritten = await commitSending(context, waiting, additions, [
    ...taskStatements(context, { ...rows, task: contract.task }, attachments),
    context.db.insert(taskPlan).values({ taskId: rows.task.id, planSealed }),
    ...(submission ? placeApprovers(context, rows.task, submission) : []),
    ...(await firstStatements(context, contract, act, after)),
    ...context.remember(answer),
  ]);
  // Somebody registered while the task was sent to them: it is sent to their account. Shared reads are older than that.
  return isWritten ? answer : sendDraft(parts, sent, context, origin, { ...linked, reads: undefined });
}

/** Lets the parts check the plan, prepares its documents and resolves its parties. Throws the refusals. */
async function checkByParts(
  parts: readonly PlanPart[],
  plan: Plan,
  context: SignedInContext,
  {
    files,
    reads,
    origin,
    forms,
  }: { files: OwnedFiles; reads: PlanReads; origin: string } & Pick<ContentWithForms, 'forms'>,
): Promise<CheckedPlan> {
  for (const part of parts) await part.check?.();
  const prepared = await prepareDocuments(plan, files, context, origin);
  const signerParties = await resolveSigners(plan, context);
  for (const part of parts) await part.checkParties?.(signerParties);
  const [ccParties, reminders] = await Promise.all([reads.copyParties(), reads.reminders()]);
  const amounts = async () => (await Promise.all(parts.map((part) => part.amounts?.() ?? []))).flat();
  let mustBeApproved = false;
  for (const part of parts)
    if (await part.needsApproval?.({ signers: signerParties, amounts })) mustBeApproved = true;
  const sources = new Map(parts.flatMap((part) => [...(part.sources?.() ?? [])]));
  return { plan, prepared, sources, forms, signerParties, ccParties, mustBeApproved, reminders };
}

/** Revision 0 of each document, by its id in the plan. Throws PLACES_OVERLAP for places by keyword. */
async function prepareDocuments(
  plan: Plan,
  files: OwnedFiles,
  context: SignedInContext,
  origin: string,
): Promise<ReadonlyMap<string, PreparedDocument>> {
  const prepared = new Map<string, PreparedDocument>();
  for (const planned of plan.documents) {
    const { pages } = files.get(planned.fileKey)!;
    prepared.set(planned.documentId, await prepareDocument(plan, planned, pages, context, origin));
  }
  refuseKeywordOverlaps(plan, prepared);
  return prepared;
}

/** What approvers judge: the task with all its files, by their digests. */
function factsOf(
  { plan, prepared }: CheckedPlan,
  rows: TaskRows,
  attachments: ReturnType<typeof attachmentRows>,
) {
  const digests = rows.documents.map(
    ({ id, sourceKey }, i) =>
      [id, { source: plan.documents[i]!.fileKey, sha256: prepared.get(sourceKey)!.revision.sha256 }] as const,
  );
  return taskFacts({ ...rows, attachments }, new Map(digests), plan.contractAmount);
}

/** The event that begins the task: it is sent, or submitted for approval; both say what was sent. */
function actOf(
  { actor }: SignedInContext,
  evidence: Record<string, string>,
  submission: Submission | undefined,
): TaskAct {
  const by = operatorOf(actor);
  const initiated = { event: 'INITIATED' as const, operator: by.name, agent: by.agent, evidence };
  if (!submission) return { event: 'send', by, entries: [initiated] };
  const { remark, digest } = submission;
  return { event: 'submit', by, entriesBefore: [initiated], remark, evidence: { approved: digest } };
}

/** What follows, for a task that was made without a room of its own to draft it in. */
const withoutRoom = (after: TaskRows['after']): TaskRows['after'] => ({
  ...after,
  effects: after.effects.filter((effect) => effect !== 'CLOSE_DRAFT'),
});

/**
 * Writes all of it at once; false, without writing, if a party has arrived since it was looked up. Throws the reason of the
 * part whose guard failed, else DRAFT_ALREADY_SENT.
 */
async function commitSending(
  context: SignedInContext,
  waiting: readonly ResolvedParty[],
  additions: readonly SendingAddition[],
  statements: readonly Statement[],
): Promise<boolean> {
  try {
    await commit(
      context,
      additions.flatMap(({ guards }) => guards),
      [...statements, ...additions.flatMap(({ statements: more }) => more ?? [])],
    );
    return true;
  } catch (error) {
    if (error instanceof GuardFailed) {
      if (await hasArrived(context, waiting)) return false;
      for (const { explain } of additions) await explain?.();
    }
    // The draft was sent concurrently.
    if (error instanceof GuardFailed || isUniqueError(error)) throw new AppError('DRAFT_ALREADY_SENT');
    throw error;
  }
}

/** Evidence for the trail: digests of the documents, of their templates and of the attachments. */
const initiatedWith = (
  { documents }: TaskRows,
  prepared: ReadonlyMap<string, PreparedDocument>,
  sources: CheckedSources,
  attachments: readonly { sha256: string }[],
): Record<string, string> =>
  Object.fromEntries([
    ...documents.flatMap(({ sourceKey }, i) => {
      const source = sources.get(sourceKey);
      return [
        [`document ${i + 1}`, prepared.get(sourceKey)!.revision.sha256],
        ...(source ? [[`template ${i + 1}`, source.hash]] : []),
      ];
    }),
    ...attachments.map(({ sha256 }, i) => [`attachment ${i + 1}`, sha256]),
  ]);
