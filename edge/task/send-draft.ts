import type { SQL } from 'drizzle-orm';
import { digestOfContract } from '#core/approval/contract.ts';
import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { sendTask as call } from '#core/task/calls.ts';
import { checkPlan } from '#core/task/check-plan.ts';
import type { Plan } from '#core/task/plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import {
  attachment,
  copyParty,
  document,
  documentRevision,
  participant,
  placement,
  signer,
  task,
  taskPlan,
} from '#db/schema/index.ts';
import { beginApproval } from '#edge/approval/begin-approval.ts';
import { resolveApproval } from '#edge/approval/resolve-approval.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { keepHashes } from '#edge/signing/kept-hashes.ts';
import { type PreparedDocument, prepareDocument } from '#edge/signing/prepare-document.ts';
import { type CheckedSource, checkSources, type Remade } from '#edge/template-use/check-sources.ts';
import { unsafeContractAmounts } from '#edge/template-use/contract-amounts.ts';
import { beginTrail } from '#edge/trail/trail-of.ts';
import { consequences, entriesOf, operatorOf, type TaskAct } from './advance-task.ts';
import { checkAutomatic } from './automatic.ts';
import { buildTaskRows } from './build-task-rows.ts';
import { hasArrived, noneArrived, type ResolvedParty } from './parties.ts';
import { refuseKeywordOverlaps, refuseOverlaps } from './place-overlaps.ts';
import { otherTypes, type PlanReads, type readFiles, readsOf } from './plan-reads.ts';
import { approverRows } from './review-task.ts';
import {
  draftPart,
  enterprisesPart,
  quotaPart,
  resolveSigners,
  type SendingPart,
  templatesPart,
} from './sending-parts.ts';
import { taskFacts } from './task-facts.ts';
import { sealPlan } from './task-plan.ts';

/** Additional writes for a plan that originates from another task or a batch row. */
export interface SendingOrigin {
  /** `voids` of the new task: the contract that it voids, or empty. */
  voids: string;
  /** Files just generated from templates for this plan. */
  made?: ReadonlyMap<string, Remade>;
  /** Guards for the originating task or row. */
  guards: readonly SQL[];
  statements: (taskId: string) => readonly Statement[];
  /** Reads that several plans share which are started together; by default each plan reads for itself. */
  reads?: PlanReads | undefined;
  /** Whether the plan has a draft whose sync room is to be closed; true by default. */
  hasRoom?: boolean;
}

type Files = Awaited<ReturnType<typeof readFiles>>;
type Rows = Awaited<ReturnType<typeof buildTaskRows>>;
type Sources = ReadonlyMap<string, CheckedSource>;

/**
 * Sends a signing task: checks the plan as the wizard does, prepares revision 0 of each document with all signature
 * fields, and writes everything in one transaction, with the writes of `linked`. Page content does not change afterwards.
 * Throws PLACES_OVERLAP with file, page and parties if placements overlap, INPUT_INVALID with the paths, and the refusal
 * of each part.
 */
export async function sendDraft(
  plan: Plan,
  context: SignedInContext,
  origin: string,
  linked: SendingOrigin = { voids: '', guards: [], statements: () => [] },
): Promise<OutputOf<typeof call>> {
  // Only people with a verified real name may send ([6.4a]).
  if (context.actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const reads = linked.reads ?? readsOf(plan, context);
  const files = await reads.files(plan);
  await checkWithFiles(plan, files, context);
  await reads.businessType();
  const quotaLeft = await reads.copies();
  const sources = await checkSources(plan, context, linked.made);
  const prepared = await prepareDocuments(plan, files, context, origin);
  const signerParties = await resolveSigners(plan, context);
  await checkAutomatic(plan, context, signerParties);
  const enterprises = await enterprisesPart(context, signerParties);
  const ccParties = await reads.copyParties();
  const flows = await flowsFor(plan, context, { signerParties, sources, reads });
  const mustBeApproved = flows.flows.length > 0;
  const rows = await buildTaskRows(
    plan,
    context,
    prepared,
    sources,
    signerParties,
    ccParties,
    mustBeApproved,
  );
  const attachments = attachmentRows(plan, files, context, rows.task.id);
  const approval = mustBeApproved
    ? await beginApproval(context, await subjectOf(plan, rows, prepared, attachments), flows)
    : null;
  const whole = { task: { ...rows.task, voids: linked.voids }, signers: rows.signers, copies: rows.copies };
  const act = actOf(
    context,
    initiatedWith(rows, prepared, sources, attachments),
    approval && { flows, approval },
  );
  const after = linked.hasRoom === false ? withoutRoom(rows.after) : rows.after;
  const trail = await beginTrail(context, rows.task.id, entriesOf(act, after));
  const answer = { planId: rows.task.id, number: rows.task.number, status: rows.task.state };
  const waiting = [...signerParties, ...ccParties];
  const parts: SendingPart[] = [
    draftPart(plan, context),
    { guards: [noneArrived(waiting)] },
    await quotaPart(context, quotaLeft),
    enterprises,
    { guards: [flows.guard], statements: approval?.statements ?? [] },
    { guards: linked.guards, statements: linked.statements(rows.task.id) },
    templatesPart(context, sources),
  ];
  const statements = [
    ...taskStatements(context, { ...rows, task: whole.task }, attachments),
    context.db
      .insert(taskPlan)
      .values({ taskId: rows.task.id, planSealed: await sealPlan(context, rows.task.id, plan) }),
    ...(approval ? placeApprovers(context, rows, approval.approval) : []),
    ...trail.statements,
    ...consequences(context, whole, act, after),
    ...context.remember(answer),
  ];
  const isWritten = await commitSending(context, waiting, parts, statements);
  // Somebody registered while the task was sent to them: it is sent to their account. Shared reads are older than that.
  return isWritten ? answer : sendDraft(plan, context, origin, { ...linked, reads: undefined });
}

/** Checks the plan as the wizard does, with the facts of its files. Throws INPUT_INVALID, PLACES_OVERLAP. */
async function checkWithFiles(plan: Plan, files: Files, context: SignedInContext): Promise<void> {
  const others = otherTypes(plan, files);
  if (others.length > 0) throw refused(others);
  const facts = new Map(plan.documents.map((d) => [d.documentId, { pages: files.get(d.fileKey)!.pages }]));
  const problems = checkPlan(plan, { now: context.now, facts, limits: await limitsInForce(context) });
  refuseOverlaps(problems);
  if (problems.length > 0) throw refused(problems);
}

/** INPUT_INVALID with the problems' paths converted to the wire format. */
const refused = (problems: readonly { path: string; problem: string }[]) =>
  new InputRefused(problems.map(({ path, problem }) => ({ path: planPathToWire(path), problem })));

/** Revision 0 of each document, by its id in the plan. Throws PLACES_OVERLAP for places by keyword. */
async function prepareDocuments(
  plan: Plan,
  files: Files,
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

/** The approval flows of the sender's enterprise that the plan has to pass; none if it may be sent at once. */
const flowsFor = (
  plan: Plan,
  context: SignedInContext,
  {
    signerParties,
    sources,
    reads,
  }: { signerParties: readonly ResolvedParty[]; sources: Sources; reads: PlanReads },
) =>
  resolveApproval(context, {
    subject: 'TASK',
    facts: {
      businessType: plan.businessType,
      counterparties: plan.signers
        .filter((_, i) => signerParties[i]!.ownerKey !== context.actor.ownerKey)
        .map(({ entName, userName }) => entName || userName),
      readAmounts: () => unsafeContractAmounts(context, plan.contractAmount, [...sources.values()]),
    },
    chosen: [plan.processId ?? '', plan.examineProcessId ?? ''],
    readFlows: reads.flows,
  });

/** What the approvers judge: the task with all its files, by their digests. */
async function subjectOf(
  plan: Plan,
  rows: Rows,
  prepared: ReadonlyMap<string, PreparedDocument>,
  attachments: ReturnType<typeof attachmentRows>,
) {
  const digests = rows.documents.map(
    ({ id, sourceKey }, i) =>
      [id, { source: plan.documents[i]!.fileKey, sha256: prepared.get(sourceKey)!.revision.sha256 }] as const,
  );
  const facts = taskFacts({ ...rows, attachments }, new Map(digests), plan.contractAmount);
  return {
    subject: 'TASK' as const,
    subjectId: rows.task.id,
    title: plan.taskName,
    facts,
    digest: await digestOfContract(facts),
    thread: plan.draftId,
  };
}

/** The event that begins the task: it is sent, or submitted for approval; both say what was sent. */
function actOf(
  { actor }: SignedInContext,
  evidence: Record<string, string>,
  submitted: { flows: Awaited<ReturnType<typeof flowsFor>>; approval: { digest: string } } | null,
): TaskAct {
  const by = operatorOf(actor);
  const initiated = { event: 'INITIATED' as const, operator: by.name, agent: by.agent, evidence };
  if (!submitted) return { event: 'send', by, entries: [initiated] };
  return {
    event: 'submit',
    by,
    entriesBefore: [initiated],
    remark: submitted.flows.flows.map(({ body }) => body.name).join('、'),
    evidence: { approved: submitted.approval.digest },
  };
}

/** What follows, for a task that was made without a room of its own to draft it in. */
const withoutRoom = (after: Rows['after']): Rows['after'] => ({
  ...after,
  effects: after.effects.filter((effect) => effect !== 'CLOSE_DRAFT'),
});

/** The rows of the task and all that belongs to it. */
const taskStatements = (
  context: SignedInContext,
  rows: Rows & { task: typeof task.$inferInsert },
  attachments: ReturnType<typeof attachmentRows>,
): Statement[] => {
  const { db } = context;
  return [
    db.insert(task).values(rows.task),
    db.insert(document).values(rows.documents.map(({ sourceKey: _, ...row }) => row)),
    db.insert(documentRevision).values(rows.revisions),
    ...keepHashes(context, rows.task.fileType, rows.revisions),
    ...(attachments.length ? [db.insert(attachment).values(attachments)] : []),
    db.insert(signer).values(rows.signers),
    ...(rows.placements.length ? [db.insert(placement).values(rows.placements)] : []),
    ...(rows.copies.length ? [db.insert(copyParty).values(rows.copies)] : []),
    db.insert(participant).values(rows.participants).onConflictDoNothing(),
  ];
};

/** Lets the approvers who are asked first read the task. */
const placeApprovers = (
  { db }: SignedInContext,
  rows: Rows,
  approval: Parameters<typeof approverRows>[1],
): Statement[] =>
  approverRows(rows.task, approval).map((row) => db.insert(participant).values(row).onConflictDoNothing());

/**
 * Writes all of it at once; false, without writing, if a party has arrived since it was looked up. Throws the reason of the
 * part whose guard failed, else DRAFT_ALREADY_SENT.
 */
async function commitSending(
  context: SignedInContext,
  waiting: readonly ResolvedParty[],
  parts: readonly SendingPart[],
  statements: readonly Statement[],
): Promise<boolean> {
  try {
    await commit(
      context,
      parts.flatMap(({ guards }) => guards),
      [...statements, ...parts.flatMap((part) => part.statements ?? [])],
    );
    return true;
  } catch (error) {
    if (error instanceof GuardFailed) {
      if (await hasArrived(context, waiting)) return false;
      for (const { explain } of parts) await explain?.();
    }
    // The draft was sent concurrently.
    if (error instanceof GuardFailed || isUniqueError(error)) throw new AppError('DRAFT_ALREADY_SENT');
    throw error;
  }
}

/** Evidence for the trail: digests of the documents, of their templates and of the attachments. */
const initiatedWith = (
  { documents }: Rows,
  prepared: ReadonlyMap<string, PreparedDocument>,
  sources: Sources,
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

/** Rows of the attachments, which remain as uploaded. */
const attachmentRows = (
  plan: Plan,
  files: Files,
  { newId }: SignedInContext,
  taskId: string,
): (typeof attachment.$inferInsert)[] =>
  plan.attachments.map(({ fileName: name, fileKey: sha256, fileType }, position) => {
    const { size, pages } = files.get(sha256)!;
    return { id: newId(), taskId, position, name, fileType, sha256, size, pages };
  });
