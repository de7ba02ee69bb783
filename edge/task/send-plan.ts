import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { sendPlan as call } from '#core/task/calls.ts';
import { checkPlan } from '#core/task/check-plan.ts';
import { signersToCall } from '#core/task/order.ts';
import type { Plan } from '#core/task/plan.ts';
import {
  copyParty,
  document,
  documentRevision,
  draft,
  enterprise,
  ownedFile,
  participant,
  placement,
  signer,
  task,
} from '#db/schema/index.ts';
import { checkBusinessType } from '../company/check-business-type.ts';
import { limitsInForce } from '../config/settings.ts';
import type { SignedInContext } from '../context.ts';
import { InputRefused } from '../http/read-input.ts';
import { runOutbox } from '../outbox/run-outbox.ts';
import { commit, GuardFailed, isUniqueError, type Statement } from '../storage/commit.ts';
import { noneHeld, refuseHeld } from './held-enterprises.ts';
import { type ResolvedParty, resolveParties } from './parties.ts';
import { fieldOf, type Prepared, prepareDocument } from './prepare-document.ts';
import { pushTask, tellParty } from './tell-parties.ts';
import { appendTrail } from './trail-of.ts';

const DEFAULT_DAYS = 90;

/**
 * Sends a signing task: checks the plan as the wizard did, reserves every signature field as revision 0 of each
 * document, and writes all of it at once. After that no page's content changes.
 */
export async function sendPlan(
  plan: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db, now } = context;
  // [6.4a]
  if (actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const files = await readFiles(plan, context);
  refuseOtherTypes(plan, files);
  const facts = new Map(
    plan.planSendDocumentVOList.map((d) => [d.documentId, { pages: files.get(d.fileKey)!.pages }]),
  );
  const problems = checkPlan(plan, { now, facts, limits: await limitsInForce(context) });
  if (problems.length > 0) throw new InputRefused(problems.map(({ path, problem }) => ({ path, problem })));
  await checkBusinessType(context, plan.businessType);
  const [balance] = await db
    .select({ copies: enterprise.copies })
    .from(enterprise)
    .where(eq(enterprise.id, actor.entId));
  if (!balance || balance.copies < 1) throw new AppError('COPIES_USED_UP');

  const prepared = new Map<string, Prepared>();
  for (const planned of plan.planSendDocumentVOList)
    prepared.set(
      planned.documentId,
      await prepareDocument(plan, planned, facts.get(planned.documentId)!.pages, context),
    );
  const signerParties = await resolveParties(
    context,
    plan.planSendSignatoryOrderVOList.map((s) => ({ ...s, type: s.signatoryType })),
  );
  const owners = signerParties.map(({ ownerKey }) => ownerKey);
  await refuseHeld(context, owners);
  const copyParties = await resolveParties(
    context,
    plan.ccList.map((c) => ({ ...c, type: c.copyType })),
  );

  const rows = await buildRows(plan, context, prepared, signerParties, copyParties);
  const initiator = { operator: actor.name, agent: actor.entName };
  const trail = await appendTrail(context, rows.task.id, [
    {
      event: 'INITIATED',
      ...initiator,
      evidence: Object.fromEntries(
        rows.documents.map((d, i) => [`document ${i + 1}`, prepared.get(d.planKey)!.revision.sha256]),
      ),
    },
    ...(rows.task.state === 'IN_PROGRESS' ? [{ event: 'STARTED' as const, operator: 'Signet' }] : []),
  ]);
  const answer = { planId: rows.task.id, number: rows.task.number };
  const params = { initiator: actor.entName || actor.name, task: plan.taskName };
  const whole = { task: rows.task, signers: rows.signers, copies: rows.copies };
  const statements: Statement[] = [
    db.insert(task).values(rows.task),
    db.insert(document).values(rows.documents.map(({ planKey: _, ...row }) => row)),
    db.insert(documentRevision).values(rows.revisions),
    db.insert(signer).values(rows.signers),
    db.insert(placement).values(rows.placements),
    ...(rows.copies.length ? [db.insert(copyParty).values(rows.copies)] : []),
    db.insert(participant).values(rows.participants).onConflictDoNothing(),
    ...trail.statements,
    db
      .update(enterprise)
      .set({ copies: sql`${enterprise.copies} - 1` })
      .where(eq(enterprise.id, actor.entId)),
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
      .flatMap((s) => tellParty(context, rows.task, s, 'TASK_TO_SIGN', params)),
    ...rows.copies.flatMap((c) =>
      tellParty(context, rows.task, { ...c, accountId: accountOfCopy(c, copyParties) }, 'TASK_COPY', params),
    ),
    pushTask(context, whole),
    ...context.remember(answer),
  ];
  try {
    await commit(
      db,
      context.newId(),
      [
        sql`select 1 where not exists (select 1 from ${draft} where ${draft.id} = ${plan.draftId} and (${draft.ownerKey} <> ${actor.ownerKey} or ${draft.closedAt} is not null))`,
        sql`select 1 from ${enterprise} where ${enterprise.id} = ${actor.entId} and ${enterprise.copies} >= 1`,
        noneHeld(owners),
      ],
      statements,
    );
  } catch (error) {
    if (error instanceof GuardFailed) await refuseHeld(context, owners);
    // Of two who send the same draft at once, one does; the other is told so.
    if (error instanceof GuardFailed || isUniqueError(error)) throw new AppError('DRAFT_ALREADY_SENT');
    throw error;
  }
  context.defer(runOutbox(context));
  return answer;
}

const accountOfCopy = (row: { mobileIndex: string }, parties: readonly ResolvedParty[]): string =>
  parties.find((p) => p.mobileIndex === row.mobileIndex)?.accountId ?? '';

async function readFiles(plan: Plan, { db, actor }: SignedInContext) {
  const keys = plan.planSendDocumentVOList.map((d) => d.fileKey);
  const rows = await db
    .select()
    .from(ownedFile)
    .where(and(eq(ownedFile.ownerKey, actor.ownerKey), inArray(ownedFile.sha256, keys.length ? keys : [''])));
  const files = new Map(rows.map((row) => [row.sha256, row]));
  const missing = plan.planSendDocumentVOList.find((d) => !files.has(d.fileKey));
  if (missing) throw new AppError('FILE_NOT_UPLOADED', { name: missing.fileName });
  return files;
}

/** A task has files of one type ([3.15a]); a file is of the type that it was uploaded and looked at as. */
function refuseOtherTypes(plan: Plan, files: Awaited<ReturnType<typeof readFiles>>): void {
  const others = plan.planSendDocumentVOList.flatMap((d, i) =>
    files.get(d.fileKey)?.fileType === plan.taskFileType
      ? []
      : [{ path: `planSendDocumentVOList.${i}.fileKey`, problem: 'otherFileType' }],
  );
  if (others.length > 0) throw new InputRefused(others);
}

/** Programs tell the type by the name's ending, and so do the screens. */
function nameOf(fileName: string, fileType: Plan['taskFileType']): string {
  const isOfd = fileName.toLowerCase().endsWith('.ofd');
  return isOfd === (fileType === 'OFD') ? fileName : `${fileName}.${fileType.toLowerCase()}`;
}

async function buildRows(
  plan: Plan,
  context: SignedInContext,
  prepared: ReadonlyMap<string, Prepared>,
  signerParties: readonly ResolvedParty[],
  copyParties: readonly ResolvedParty[],
) {
  const { actor, now, newId, keys } = context;
  const taskId = newId();
  const startAt = plan.startTime ?? now;
  const running = startAt <= now;
  const ordered = plan.orderState === 'ORDER';
  const planned = plan.planSendSignatoryOrderVOList.map((s, i) => ({
    id: newId(),
    planKey: s.signatoryId,
    plan: s,
    party: signerParties[i]!,
  }));
  const called = new Set(
    running
      ? signersToCall(
          planned.map((s) => ({ id: s.id, signOrder: s.plan.signOrder, state: 'UNSIGNED' as const })),
          ordered,
        ).map((s) => s.id)
      : [],
  );
  const signers = await Promise.all(
    planned.map(async ({ id, plan: s, party }, position) => ({
      id,
      taskId,
      position,
      type: s.signatoryType,
      ownerKey: party.ownerKey,
      entName: s.signatoryType === 'ENTERPRISE' ? party.entName : '',
      userName: s.userName,
      accountId: party.accountId,
      mobileIndex: party.mobileIndex,
      mobileSealed: await keys.sealField(party.mobile, `mobile:${id}`),
      signOrder: s.signOrder,
      state: called.has(id) ? ('SIGNING' as const) : ('UNSIGNED' as const),
      signedAt: null,
      urgedAt: null,
    })),
  );
  const copies = await Promise.all(
    plan.ccList.map(async (c, i) => {
      const id = newId();
      const party = copyParties[i]!;
      return {
        id,
        taskId,
        ownerKey: party.ownerKey,
        entName: c.copyType === 'ENTERPRISE' ? party.entName : '',
        userName: c.userName,
        mobileIndex: party.mobileIndex,
        mobileSealed: await keys.sealField(party.mobile, `mobile:${id}`),
      };
    }),
  );
  const documents = plan.planSendDocumentVOList.map((d, position) => ({
    id: newId(),
    planKey: d.documentId,
    taskId,
    position,
    name: nameOf(d.fileName, plan.taskFileType),
    pages: prepared.get(d.documentId)!.pages,
    revision: 0,
  }));
  const signerId = new Map(planned.map((s) => [s.planKey, s.id]));
  const placements = documents.flatMap((d) =>
    placementRows(plan, d, prepared.get(d.planKey)!, signerId, taskId, newId),
  );
  const part = (ownerKey: string, name: string, accountId: string) =>
    ownerKey
      ? [{ ownerKey, part: name, taskId, accountId: ownerKey.startsWith('P:') ? '' : accountId, sentAt: now }]
      : [];
  return {
    task: {
      id: taskId,
      number: numberOf(now, taskId),
      draftId: plan.draftId,
      name: plan.taskName,
      businessType: plan.businessType,
      businessTypeName: plan.businessTypeName,
      scenario: 'ENT',
      fileType: plan.taskFileType,
      ownerKey: actor.ownerKey,
      initiatorId: actor.accountId,
      initiatorName: actor.name,
      initiatorEntName: actor.entName,
      ordered,
      state: running ? ('IN_PROGRESS' as const) : ('NOT_STARTED' as const),
      endReason: null,
      startAt,
      deadline: plan.endTime ?? Math.max(startAt, now) + DEFAULT_DAYS * 86_400_000,
      sentAt: now,
      endedAt: null,
      revokeReason: '',
      rejectReason: '',
      frozenReason: '',
      fileNum: documents.length,
      signerNum: signers.length,
      signedNum: 0,
      version: 1,
    },
    documents,
    revisions: documents.map((d) => ({
      documentId: d.id,
      revision: 0,
      ...prepared.get(d.planKey)!.revision,
      signerId: null,
      certificateId: null,
      createdAt: now,
    })),
    signers,
    copies,
    placements,
    participants: [
      ...part(actor.ownerKey, 'INITIATOR', actor.accountId),
      ...signers.flatMap((s) => part(s.ownerKey, 'SIGNER', s.accountId)),
      ...copies.flatMap((c) => part(c.ownerKey, 'COPY', accountOfCopy(c, copyParties))),
    ],
  };
}

/**
 * Placements as they lie in the file: where a keyword led to several places, one row for each page it is on. The row's
 * id is the part that signing shows an appearance in, so the rows of one planned placement share the part's name.
 */
function placementRows(
  plan: Plan,
  row: { id: string; planKey: string },
  prepared: Prepared,
  signerId: ReadonlyMap<string, string>,
  taskId: string,
  newId: () => string,
) {
  return plan.placementList
    .filter((p) => p.documentId === row.planKey)
    .flatMap((p) => {
      const field = fieldOf(plan, p.signatoryId);
      const widgets =
        prepared.fields.find((f) => f.name === field)?.widgets.filter((w) => w.part === p.placementId) ?? [];
      const shown = p.keyword ? widgets : widgets.slice(0, 1);
      return shown.map((w) => ({
        id: newId(),
        taskId,
        documentId: row.id,
        signerId: signerId.get(p.signatoryId)!,
        kind: p.kind,
        page: w.page + 1,
        toPage: p.keyword ? w.page + 1 : (p.toPage ?? p.page),
        rule: p.rule ?? 'CONSECUTIVE',
        x: p.kind === 'CROSS_PAGE' ? p.x : w.box.x,
        y: w.box.y,
        width: p.width,
        height: p.height,
        field,
        part: p.placementId,
      }));
    });
}

/** A number that people can read out: the day and eight characters of the task's id. */
const numberOf = (now: number, taskId: string): string =>
  `QS${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}${taskId.slice(-8).toUpperCase()}`;
