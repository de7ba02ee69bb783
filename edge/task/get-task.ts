import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { maskMail, maskMobile } from '#core/identity/mask.ts';
import { SENDERS } from '#core/identity/role-sets.ts';
import { errorText } from '#core/locales/error-text.ts';
import { maskNumber } from '#core/realname/mask.ts';
import type { getTask as call, getTrail as trailCall } from '#core/task/calls.ts';
import { ccListToWire, signerTypeToWire } from '#core/task/plan-wire.ts';
import { voidProblem } from '#core/task/void.ts';
import { approval, document, documentRevision, enterprise, task, templateVersion } from '#db/schema/index.ts';
import { stampedByHolders } from '#edge/approval/seal-uses.ts';
import { namesOf } from '#edge/company/people.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import { silencedParties } from '#edge/invitation/invitations.ts';
import { enterpriseKey, type SignedInContext } from '#edge/kernel/context.ts';
import { readTrail } from '#edge/trail/trail-of.ts';
import { placingProblem } from './add-places.ts';
import { isAutomatic } from './automatic.ts';
import { awaitsEnterprise, isOwnSigner, readTask, type TaskWithParties } from './read-task.ts';
import { attachmentsOf } from './task-facts.ts';
import { taskItem } from './task-item.ts';
import { readTaskLook } from './task-plan.ts';
import { voidFacts } from './void-task.ts';

/** The complete task with its signers, documents and placements as visible to the identity; contact data is masked. */
export async function getTask(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, now } = context;
  const contract = await readTask(context, input.planId);
  const { task: row } = contract;
  const myTurn = contract.signers.some((s) => isOwnSigner(actor, s) && s.state === 'SIGNING');
  const waitsFor = contract.signers.find((s) => awaitsEnterprise(actor, s))?.entName ?? '';
  // Asked at once, in one exchange.
  const own = contract.signers.filter((s) => isOwnSigner(actor, s) || awaitsEnterprise(actor, s));
  const [
    revisions,
    creditCodes,
    templates,
    stampers,
    approvals,
    attachments,
    appearance,
    voidedBy,
    voids,
    silenced,
  ] = await Promise.all([
    revisionsOf(context, contract),
    creditCodesOf(context, contract),
    templatesOf(contract, context),
    stampersOf(context, row.id),
    approvalsOf(context, row.id),
    attachmentsOf(context.db, row.id),
    readTaskLook(context, row.id),
    row.voidState === '' ? null : otherTask(context, row.voidTaskId),
    otherTask(context, row.voids),
    own.length === 0 ? new Set<string>() : silencedParties(context, own),
  ]);
  const mayPlace = placingProblem(row, now) === null && approvals.length === 0;
  return {
    ...taskItem(row, actor, now, myTurn, waitsFor, { mayVoid: canVoid(contract, actor), mayPlace }),
    voidedBy,
    voids,
    taskFileType: row.fileType,
    signFlow: row.signFlow,
    orderState: row.ordered ? 'ORDER' : 'DISORDER',
    revokeReason: row.revokeReason,
    rejectReason: row.rejectReason,
    latestSavingTime: Math.max(row.sentAt, ...revisions.map(({ createdAt }) => createdAt)),
    watermark: appearance.watermarkState === 'ENABLE' ? (appearance.watermark ?? null) : null,
    codeStatus: appearance.codeStatus,
    approvalFlows: row.ownerKey === actor.ownerKey ? (approvals[0]?.flows.map(({ name }) => name) ?? []) : [],
    reminders: row.ownerKey === actor.ownerKey ? row.reminders : null,
    documents: documentViews(contract, revisions, templates),
    attachments: attachments.map((one) => ({
      attachmentId: one.id,
      fileName: one.name,
      fileIndex: one.position,
      fileType: one.fileType,
      size: one.size,
      sha256: one.sha256,
      pages: one.pages,
    })),
    signerList: await Promise.all(
      contract.signers.map((s) => signerView(contract, s, context, { creditCodes, stampers, silenced })),
    ),
    ...ccListToWire(contract.ccParties.map((c) => ({ userName: c.userName, entName: c.entName }))),
    placements: visiblePlaces(contract, actor).map((p) => ({
      placementId: p.id,
      signerId: p.signerId,
      documentId: p.documentId,
      kind: p.kind,
      page: p.page,
      toPage: p.toPage,
      rule: p.rule,
      x: p.x,
      y: p.y,
      width: p.width,
      height: p.height,
      fills: p.fills,
    })),
  };
}

/** All revisions of a task's documents. */
const revisionsOf = ({ db }: SignedInContext, { documents }: TaskWithParties) =>
  db
    .select({
      documentId: documentRevision.documentId,
      revision: documentRevision.revision,
      length: documentRevision.length,
      sha256: documentRevision.sha256,
      createdAt: documentRevision.createdAt,
    })
    .from(documentRevision)
    .where(
      inArray(
        documentRevision.documentId,
        documents.map((d) => d.id),
      ),
    );

/** Credit codes of the enterprises that sign, by owner key. */
async function creditCodesOf(
  { db }: SignedInContext,
  { signers }: TaskWithParties,
): Promise<Map<string, string>> {
  const owners = signers.map((s) => s.ownerKey).filter((key) => key.startsWith('E:'));
  const rows = await db
    .select({ id: enterprise.id, creditCode: enterprise.creditCode })
    .from(enterprise)
    .where(
      inArray(
        enterprise.id,
        owners.map((key) => key.slice(2)),
      ),
    );
  return new Map(rows.map((ent) => [enterpriseKey(ent.id), ent.creditCode]));
}

/** The documents in their newest revision. */
const documentViews = (
  { task: row, documents }: TaskWithParties,
  revisions: Awaited<ReturnType<typeof revisionsOf>>,
  templates: Awaited<ReturnType<typeof templatesOf>>,
) =>
  documents.map((d) => {
    const newest = revisions.find((one) => one.documentId === d.id && one.revision === d.revision);
    return {
      documentId: d.id,
      number: `${row.number}-${d.position + 1}`,
      fileName: d.name,
      fileIndex: d.position,
      size: newest?.length ?? 0,
      revision: d.revision,
      sha256: newest?.sha256 ?? '',
      pages: d.pages,
      template: templates.get(d.id) ?? null,
    };
  });

/** A signer as the identity may see them. */
async function signerView(
  contract: TaskWithParties,
  s: TaskWithParties['signers'][number],
  context: SignedInContext,
  {
    creditCodes,
    stampers,
    silenced,
  }: { creditCodes: Map<string, string>; stampers: Map<string, string>; silenced: ReadonlySet<string> },
) {
  const mobile = s.mobileSealed && (await context.keys.openField(s.mobileSealed, `mobile:${s.id}`));
  return {
    signerId: s.id,
    ...signerTypeToWire(s.type),
    entName: s.entName,
    creditCode: creditCodes.get(s.ownerKey) ?? '',
    userName: s.userName,
    mobile: maskMobile(mobile),
    department: s.department,
    email: s.emailSealed ? maskMail(await context.keys.openField(s.emailSealed, `email:${s.id}`)) : '',
    ...(await documentView(contract, s, context)),
    sealKind: s.sealKind,
    // A holder of the enterprise's seals who signs in the operator's place gives the same.
    proofs: isTold(contract, s, context) || s.ownerKey === context.actor.ownerKey ? s.proofs : [],
    registered: s.ownerKey !== '',
    signOrder: s.signOrder,
    status: s.state,
    signedAt: s.signedAt,
    stampedBy: stampers.get(s.id) ?? '',
    ...automaticView(contract, s, context),
    mine: isOwnSigner(context.actor, s),
    silenced: silenced.has(s.id),
  };
}

/** Whether the identity is told what the sender asks this signer for: on the sender's side, or the signer. */
const isTold = (
  { task }: TaskWithParties,
  s: TaskWithParties['signers'][number],
  { actor }: Pick<SignedInContext, 'actor'>,
): boolean => task.ownerKey === actor.ownerKey || isOwnSigner(actor, s);

/** The identity document that an individual must prove, masked; shown only to the sender's side and the individual. */
async function documentView(
  contract: TaskWithParties,
  s: TaskWithParties['signers'][number],
  context: SignedInContext,
) {
  if (!isTold(contract, s, context) || s.idNumberSealed === '') return { idType: '' as const, idNumber: '' };
  return {
    idType: s.idType,
    idNumber: maskNumber(await context.keys.openField(s.idNumberSealed, `idNumber:${s.id}`), 1, 2),
  };
}

/** How automatic signing of a signer stands, as far as the identity may see it. */
function automaticView(
  { task }: TaskWithParties,
  s: TaskWithParties['signers'][number],
  { actor, language }: SignedInContext,
) {
  if (s.autoSealId === '') return { automatic: '' as const, automaticProblem: '' };
  if (s.state === 'SIGNED') return { automatic: 'DONE' as const, automaticProblem: '' };
  if (task.ownerKey !== actor.ownerKey) return { automatic: '' as const, automaticProblem: '' };
  if (isAutomatic(task, s)) return { automatic: 'WAITING' as const, automaticProblem: '' };
  if (!s.autoProblem) return { automatic: '' as const, automaticProblem: '' };
  const { name, params } = s.autoProblem;
  return { automatic: 'FAILED' as const, automaticProblem: errorText({ name, params }, language) };
}

export async function getTrail(
  input: ParsedInputOf<typeof trailCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof trailCall>> {
  const { task } = await readTask(context, input.planId);
  return { planId: task.id, taskName: task.name, entries: await readTrail(context, task.id) };
}

/** Visible placements: with free placement, those of unsigned signers are visible only to themselves. */
function visiblePlaces({ task, signers, placements }: TaskWithParties, actor: SignedInContext['actor']) {
  if (task.signFlow === 'SPECIFIED') return placements;
  const seen = signers.filter((s) => s.state === 'SIGNED' || isOwnSigner(actor, s));
  const ids = new Set(seen.map(({ id }) => id));
  return placements.filter(({ signerId }) => ids.has(signerId));
}

/** Names of seal holders who signed on behalf of the operator, keyed by signer id. */
async function stampersOf(context: SignedInContext, taskId: string): Promise<Map<string, string>> {
  const uses = await stampedByHolders(context, taskId);
  const names = await namesOf(
    context,
    uses.map(({ stampedBy }) => stampedBy),
  );
  return new Map(uses.map(({ signerId, stampedBy }) => [signerId, names.get(stampedBy) ?? '']));
}

/** Whether the actor can start to void the contract for the current identity. */
const canVoid = (contract: TaskWithParties, actor: SignedInContext['actor']): boolean =>
  mayAs(actor, SENDERS) && voidProblem(voidFacts(contract, actor.ownerKey)) === null;

/** The approvals of the task itself before it was sent, newest first. */
const approvalsOf = ({ db }: SignedInContext, taskId: string) =>
  db
    .select({ flows: approval.flows })
    .from(approval)
    .where(and(eq(approval.subject, 'TASK'), eq(approval.subjectId, taskId)))
    .orderBy(desc(approval.createdAt));

/** A linked task, read without access check because it has the same parties; null if there is none. */
async function otherTask({ db }: SignedInContext, taskId: string) {
  if (taskId === '') return null;
  const [row] = await db
    .select({ planId: task.id, taskName: task.name, number: task.number })
    .from(task)
    .where(eq(task.id, taskId));
  return row ?? null;
}

/** Templates that documents were created from, keyed by document id; empty for parties other than the sender. */
async function templatesOf({ task }: TaskWithParties, { db, actor }: SignedInContext) {
  if (task.ownerKey !== actor.ownerKey) return new Map<string, never>();
  const rows = await db
    .select({
      documentId: document.id,
      versionId: templateVersion.id,
      templateName: templateVersion.templateName,
      number: templateVersion.number,
    })
    .from(document)
    .innerJoin(templateVersion, eq(templateVersion.id, document.templateVersionId))
    .where(eq(document.taskId, task.id));
  return new Map(rows.map(({ documentId, ...row }) => [documentId, row]));
}
