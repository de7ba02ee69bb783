import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { digestOfContract } from '#core/approval/contract.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { sendPlan as call } from '#core/task/calls.ts';
import { checkPlan, type PlanProblem } from '#core/task/check-plan.ts';
import { boxesOf, findOverlaps, mayOverlap } from '#core/task/place-rules.ts';
import type { Plan } from '#core/task/plan.ts';
import { planFromWire, planPathToWire } from '#core/task/plan-wire.ts';
import {
  attachment,
  copyParty,
  document,
  documentRevision,
  draft,
  ownedFile,
  participant,
  placement,
  signer,
  task,
  taskPlan,
} from '#db/schema/index.ts';
import { beginApproval } from '#edge/approval/begin-approval.ts';
import { planApproval, readFlows } from '#edge/approval/plan-approval.ts';
import { checkBusinessType } from '#edge/company/check-business-type.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { refuseWithoutCopies, warnOfFew } from '#edge/copies/balance.ts';
import { hasCopies, reserveCopy } from '#edge/copies/ledger.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { keepHashes } from '#edge/signing/kept-hashes.ts';
import { type Prepared, prepareDocument } from '#edge/signing/prepare-document.ts';
import { forgetDraftEffect } from '#edge/sync/effects.ts';
import { checkSources, type Remade, refuseDisabled, stillEnabled } from '#edge/template-use/check-sources.ts';
import { unsafeContractAmounts } from '#edge/template-use/contract-amounts.ts';
import { mayName } from '#edge/template-use/named-files.ts';
import { beginTrail } from '#edge/trail/trail-of.ts';
import { callParty, checkAutomatic } from './automatic.ts';
import { buildTaskRows } from './build-task-rows.ts';
import { noneHeld, refuseHeld } from './held-enterprises.ts';
import { sealPlan } from './kept-plan.ts';
import { hasArrived, noneArrived, type ResolvedParty, resolveParties } from './parties.ts';
import { approverRows, onlySender } from './review-task.ts';
import { taskFacts } from './task-facts.ts';
import { pushTask, tellParty } from './tell-parties.ts';

/**
 * Sends a signing task: checks the plan as the wizard does, prepares revision 0 of each document with all signature
 * fields, and writes everything in one transaction. Page content does not change afterwards. Throws PLACES_OVERLAP with
 * file, page and parties if placements overlap.
 */
export const sendPlan = (
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> =>
  startPlan(planFromWire(input), context, context.env.PUBLIC_URL || request.url);

/** What `sendPlan` asks the database before it writes, as far as the input names it. */
export function readsOfSendPlan(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<unknown>[] {
  const plan = planFromWire(input);
  const reads = readsOf(plan, context);
  return [
    limitsInForce(context),
    reads.files(plan),
    reads.businessType(),
    reads.copies(),
    reads.copyParties(),
    reads.flows(),
    resolveParties(context, plan.signers),
  ];
}

/** Additional writes for a plan that originates from another task or a batch row. */
export interface Linked {
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

/** What a plan needs to know of its sender and its files, whoever its signers are. */
interface PlanReads {
  files: (plan: Plan) => ReturnType<typeof readFiles>;
  businessType: () => Promise<void>;
  copies: () => Promise<number>;
  copyParties: () => Promise<ResolvedParty[]>;
  flows: () => ReturnType<typeof readFlows>;
}

const readsOf = (plan: Plan, context: SignedInContext): PlanReads => ({
  files: (one) => readFiles(one, context),
  businessType: () => checkBusinessType(context, plan.businessType),
  copies: () => refuseWithoutCopies(context, context.actor.entId),
  copyParties: () => resolveParties(context, plan.copies),
  flows: () => readFlows(context, context.actor.entId),
});

/** The reads of plans that differ in nothing but their signers, values and files: each is made once for all of them. */
export function sharedReads(plan: Plan, context: SignedInContext): PlanReads {
  const reads = readsOf(plan, context);
  const files = new Map<string, ReturnType<typeof readFiles>>();
  return {
    files: (one) => {
      const keys = [...one.documents, ...one.attachments].map(({ fileKey }) => fileKey).join();
      const found = files.get(keys) ?? reads.files(one);
      files.set(keys, found);
      return found;
    },
    businessType: once(reads.businessType),
    copies: once(reads.copies),
    copyParties: once(reads.copyParties),
    flows: once(reads.flows),
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= read();
    return made;
  };
}

/** As `sendPlan`, with the writes of `linked` in the same transaction. */
export async function startPlan(
  plan: Plan,
  context: SignedInContext,
  origin: string,
  linked: Linked = { voids: '', guards: [], statements: () => [] },
): Promise<OutputOf<typeof call>> {
  const { actor, db, now } = context;
  // Only people with a verified real name may send ([6.4a]).
  if (actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const reads = linked.reads ?? readsOf(plan, context);
  const files = await reads.files(plan);
  refuseOtherTypes(plan, files);
  const facts = new Map(plan.documents.map((d) => [d.documentId, { pages: files.get(d.fileKey)!.pages }]));
  const problems = checkPlan(plan, { now, facts, limits: await limitsInForce(context) });
  refuseOverlaps(problems);
  if (problems.length > 0) throw refused(problems);
  await reads.businessType();
  const copies = await reads.copies();
  const sources = await checkSources(plan, context, linked.made);

  const prepared = new Map<string, Prepared>();
  for (const planned of plan.documents)
    prepared.set(
      planned.documentId,
      await prepareDocument(plan, planned, facts.get(planned.documentId)!.pages, context, origin),
    );
  refuseKeywordOverlaps(plan, prepared);
  const signerParties = await resolveSigners(plan, context);
  await checkAutomatic(plan, context, signerParties);
  const owners = signerParties.map(({ ownerKey }) => ownerKey);
  await refuseHeld(context, owners);
  const copyParties = await reads.copyParties();

  const approval = await planApproval(context, {
    subject: 'TASK',
    facts: {
      businessType: plan.businessType,
      counterparties: plan.signers
        .filter((_, i) => owners[i] !== actor.ownerKey)
        .map(({ entName, userName }) => entName || userName),
      readAmounts: () => unsafeContractAmounts(context, plan.contractAmount, [...sources.values()]),
    },
    chosen: [plan.processId ?? '', plan.examineProcessId ?? ''],
    readFlows: reads.flows,
  });
  const reviewing = approval.flows.length > 0;
  const rows = await buildTaskRows(plan, context, prepared, sources, signerParties, copyParties, reviewing);
  const attachments = attachmentRows(plan, files, context, rows.task.id);
  const contract = taskFacts(
    { ...rows, attachments },
    new Map(
      rows.documents.map(({ id, planKey }, i) => [
        id,
        { source: plan.documents[i]!.fileKey, sha256: prepared.get(planKey)!.revision.sha256 },
      ]),
    ),
    plan.contractAmount,
  );
  const review = reviewing
    ? await beginApproval(
        context,
        {
          subject: 'TASK',
          subjectId: rows.task.id,
          title: plan.taskName,
          facts: contract,
          digest: await digestOfContract(contract),
          thread: plan.draftId,
        },
        approval,
      )
    : null;
  const initiator = { operator: actor.name, agent: actor.entName };
  const trail = await beginTrail(context, rows.task.id, [
    {
      event: 'INITIATED',
      ...initiator,
      evidence: digestsOf(rows.documents, prepared, sources, attachments),
    },
    ...(review
      ? [
          {
            event: 'SENT_FOR_REVIEW' as const,
            ...initiator,
            remark: approval.flows.map(({ body }) => body.name).join('、'),
            evidence: { approved: review.digest },
          },
        ]
      : []),
    ...(rows.task.state === 'IN_PROGRESS' ? [{ event: 'STARTED' as const, operator: 'Signet' }] : []),
  ]);
  const answer = { planId: rows.task.id, number: rows.task.number, status: rows.task.state };
  const params = { initiator: actor.entName || actor.name, task: plan.taskName };
  const whole = { task: rows.task, signers: rows.signers, copies: rows.copies };
  const planSealed = await sealPlan(context, rows.task.id, plan);
  const everythingToWrite = async (): Promise<Statement[]> => [
    db.insert(task).values({ ...rows.task, voids: linked.voids }),
    ...linked.statements(rows.task.id),
    db.insert(taskPlan).values({ taskId: rows.task.id, planSealed }),
    db.insert(document).values(rows.documents.map(({ planKey: _, ...row }) => row)),
    db.insert(documentRevision).values(rows.revisions),
    ...keepHashes(context, plan.taskFileType, rows.revisions),
    ...(attachments.length ? [db.insert(attachment).values(attachments)] : []),
    db.insert(signer).values(rows.signers),
    ...(rows.placements.length ? [db.insert(placement).values(rows.placements)] : []),
    ...(rows.copies.length ? [db.insert(copyParty).values(rows.copies)] : []),
    db
      .insert(participant)
      .values([...rows.participants, ...(review ? approverRows(rows.task, review.approval) : [])])
      .onConflictDoNothing(),
    ...(review?.statements ?? []),
    ...trail.statements,
    ...reserveCopy(context, actor.entId, rows.task.id, { id: actor.accountId, name: actor.name }),
    ...(await warnOfFew(context, actor.entId, copies)),
    db
      .insert(draft)
      .values({
        id: plan.draftId,
        ownerKey: actor.ownerKey,
        creatorId: actor.accountId,
        creatorName: actor.name,
        taskName: plan.taskName,
        savedAt: now,
        closedAt: now,
      })
      .onConflictDoUpdate({ target: draft.id, set: { closedAt: now } }),
    ...rows.signers
      .filter((s) => s.state === 'SIGNING')
      .flatMap((s) => callParty(context, rows.task, s, params)),
    // If the approval is refused the draft reopens, so its sync room is kept during the approval.
    ...(review
      ? []
      : [
          ...rows.copies.flatMap((c) => tellParty(context, rows.task, c, 'TASK_COPY', params)),
          ...(linked.hasRoom === false
            ? []
            : [enqueue(context, `draft:${plan.draftId}`, forgetDraftEffect, { draftId: plan.draftId })]),
        ]),
    pushTask(context, review ? onlySender(whole) : whole),
    ...context.remember(answer),
  ];
  const statements = await everythingToWrite();
  const waiting = [...signerParties, ...copyParties];
  try {
    await commit(
      context,
      [
        sql`select 1 where not exists (select 1 from ${draft} where ${draft.id} = ${plan.draftId} and (${draft.ownerKey} <> ${actor.ownerKey} or ${draft.closedAt} is not null))`,
        hasCopies(actor.entId, now),
        noneHeld(owners),
        approval.guard,
        noneArrived(waiting),
        ...linked.guards,
        ...stillEnabled(sources),
      ],
      statements,
    );
  } catch (error) {
    if (error instanceof GuardFailed) {
      // Somebody registered while the task was sent to them: it is sent to their account. Shared reads are older than that.
      if (await hasArrived(context, waiting))
        return startPlan(plan, context, origin, { ...linked, reads: undefined });
      await refuseHeld(context, owners);
      await refuseWithoutCopies(context, actor.entId);
      await refuseDisabled(context, sources);
    }
    // The draft was sent concurrently.
    if (error instanceof GuardFailed || isUniqueError(error)) throw new AppError('DRAFT_ALREADY_SENT');
    throw error;
  }
  return answer;
}

/** Evidence for the trail: digests of the documents, of their templates and of the attachments. */
const digestsOf = (
  documents: readonly { planKey: string }[],
  prepared: ReadonlyMap<string, Prepared>,
  sources: Awaited<ReturnType<typeof checkSources>>,
  attachments: readonly { sha256: string }[],
): Record<string, string> =>
  Object.fromEntries([
    ...documents.flatMap(({ planKey }, i) => {
      const source = sources.get(planKey);
      return [
        [`document ${i + 1}`, prepared.get(planKey)!.revision.sha256],
        ...(source ? [[`template ${i + 1}`, source.hash]] : []),
      ];
    }),
    ...attachments.map(({ sha256 }, i) => [`attachment ${i + 1}`, sha256]),
  ]);

/** INPUT_INVALID with the problems' paths converted to the wire format. */
const refused = (problems: readonly { path: string; problem: string }[]) =>
  new InputRefused(problems.map(({ path, problem }) => ({ path: planPathToWire(path), problem })));

/** Throws PLACES_OVERLAP for the first problem if all problems are overlaps. */
export function refuseOverlaps(problems: readonly PlanProblem[]): void {
  const [first] = problems;
  if (first?.params && problems.every(({ problem }) => problem === 'placesOverlap'))
    throw new AppError('PLACES_OVERLAP', first.params);
}

/** Checks placements by keyword, whose positions are known only after preparation. Throws PLACES_OVERLAP. */
export function refuseKeywordOverlaps(plan: Plan, prepared: ReadonlyMap<string, Prepared>): void {
  if (!plan.placements.some(({ keyword }) => keyword)) return;
  const parties = new Map(plan.signers.map((s) => [s.signerId, s.entName || s.userName]));
  for (const { documentId, fileName } of plan.documents) {
    const found = prepared.get(documentId);
    if (!found) continue;
    const { fields, pages } = found;
    const widgets = fields.flatMap((field) => field.widgets);
    const places = plan.placements
      .filter((p) => p.documentId === documentId)
      .flatMap((p) => {
        const place = p;
        if (!p.keyword) return [{ place, boxes: boxesOf(p, pages) }];
        const hits = widgets.filter(({ part }) => part === p.placementId);
        return hits.map(({ page, box }) => ({ place, boxes: [{ page: page + 1, box }] }));
      });
    const over = findOverlaps(places).find(({ a, b }) => !mayOverlap(a, b));
    if (over)
      throw new AppError('PLACES_OVERLAP', {
        file: fileName,
        page: over.page,
        one: parties.get(over.a.signerId) ?? '',
        other: parties.get(over.b.signerId) ?? '',
      });
  }
}

/** With free placement all signers and their enterprises must be registered. Throws FREE_FLOW_UNREGISTERED. */
export function refuseUnregistered(signers: Plan['signers'], parties: readonly ResolvedParty[]): void {
  const unknown = parties.findIndex(({ ownerKey, accountId }) => ownerKey === '' || accountId === '');
  const signer = signers[unknown];
  if (signer) throw new AppError('FREE_FLOW_UNREGISTERED', { name: signer.userName });
}

/** The signers of a plan. Throws FREE_FLOW_UNREGISTERED, SIGNER_TWICE. */
async function resolveSigners(plan: Plan, context: SignedInContext): Promise<ResolvedParty[]> {
  const parties = await resolveParties(context, plan.signers);
  if (plan.signFlow === 'FREE') refuseUnregistered(plan.signers, parties);
  refuseTwice(parties);
  return parties;
}

/** Signers that turn out to be one, such as an enterprise by its id and by its name. Throws SIGNER_TWICE. */
function refuseTwice(parties: readonly ResolvedParty[]): void {
  const keys = parties.map(({ ownerKey, entKey, mobileIndex }) => `${ownerKey || entKey}|${mobileIndex}`);
  const at = keys.findIndex((key, i) => keys.indexOf(key) < i);
  const twice = parties[at];
  if (!twice) return;
  const [part, name] = twice.entName ? ['entName', twice.entName] : ['mobile', twice.mobile];
  throw new AppError('SIGNER_TWICE', { name }, planPathToWire(`signers.${at}.${part}`));
}

/** The files that a plan names, which the actor must be able to name. Throws FILE_NOT_UPLOADED. */
export async function readFiles(plan: Plan, context: SignedInContext) {
  const { db, actor } = context;
  const planned = [...plan.documents, ...plan.attachments];
  const keys = planned.map((d) => d.fileKey);
  const own = eq(ownedFile.ownerKey, actor.ownerKey);
  const rows = await db
    .select()
    .from(ownedFile)
    .where(and(own, inArray(ownedFile.sha256, keys.length ? keys : ['']), mayName(context)));
  const files = new Map(rows.map((row) => [row.sha256, row]));
  const missing = planned.find((d) => !files.has(d.fileKey));
  if (missing) throw new AppError('FILE_NOT_UPLOADED', { name: missing.fileName });
  return files;
}

/** All documents of a task have one type ([3.15a]). The type of a file is the one it was uploaded and checked as. */
function refuseOtherTypes(plan: Plan, files: Awaited<ReturnType<typeof readFiles>>): void {
  const others = otherTypes(plan, files);
  if (others.length > 0) throw refused(others);
}

/** The same as a list of problems, with paths in the plan. */
export function otherTypes(
  plan: Plan,
  files: Awaited<ReturnType<typeof readFiles>>,
): { path: string; problem: string }[] {
  const others = plan.documents.flatMap((d, i) =>
    files.get(d.fileKey)?.fileType === plan.taskFileType
      ? []
      : [{ path: `documents.${i}.fileKey`, problem: 'otherFileType' }],
  );
  const attached = plan.attachments.flatMap((one, i) =>
    files.get(one.fileKey)?.fileType === one.fileType
      ? []
      : [{ path: `attachments.${i}.fileKey`, problem: 'otherFileType' }],
  );
  return [...others, ...attached];
}

/** Rows of the attachments, which remain as uploaded. */
const attachmentRows = (
  plan: Plan,
  files: Awaited<ReturnType<typeof readFiles>>,
  { newId }: SignedInContext,
  taskId: string,
): (typeof attachment.$inferInsert)[] =>
  plan.attachments.map(({ fileName: name, fileKey: sha256, fileType }, position) => {
    const { size, pages } = files.get(sha256)!;
    return { id: newId(), taskId, position, name, fileType, sha256, size, pages };
  });
