import { withEnding } from '#core/file-name.ts';
import type { Plan } from '#core/task/plan.ts';
import { firstReminder, type ReminderSchedule } from '#core/task/reminders.ts';
import type { SignersField } from '#core/template/signers-field.ts';
import { DAY_MS } from '#core/time.ts';
import type { ParticipantPart } from '#db/schema/index.ts';
import { placeOf } from '#edge/claim/change-parties.ts';
import { askedWith } from '#edge/identity/act-as.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { idNumberIndex } from '#edge/realname/sealed-fields.ts';
import type { CheckedSource, CheckedSources, ResolvedParty } from '#edge/sending/sending-part.ts';
import { hashAccessCode } from '#edge/signing/access-code.ts';
import { fieldOf, type PreparedDocument } from '#edge/signing/prepare-document.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { advanceOrThrow } from './advance-task.ts';

const DEFAULT_DAYS = 90;

/** A checked plan, of which a task is made. Maps are keyed by the plan's document ids; parties are in the plan's order. */
export interface CheckedPlan {
  plan: Plan;
  prepared: ReadonlyMap<string, PreparedDocument>;
  sources: CheckedSources;
  /** Rules of the fields of forms that signers fill in, by id of the plan's placement. */
  forms: ReadonlyMap<string, SignersField>;
  signerParties: readonly ResolvedParty[];
  ccParties: readonly ResolvedParty[];
  /** Whether it has to be approved first; until then, the sender is the only participant. */
  mustBeApproved: boolean;
  /** When its signers are reminded; null: never. */
  reminders: ReminderSchedule | null;
}

/**
 * Builds the rows of a new task: the task, its documents, signers, copy parties, placements and participants.
 * `after` is what follows from sending it.
 */
export async function buildTaskRows(checked: CheckedPlan, context: SignedInContext) {
  const { plan, prepared, sources, forms, mustBeApproved } = checked;
  const { now, newId } = context;
  const taskId = newId();
  const planned = plan.signers.map((s, i) => ({
    id: newId(),
    sourceKey: s.signerId,
    plan: s,
    party: checked.signerParties[i]!,
  }));
  const ccParties = await copyRows(plan.copies, context, taskId, checked.ccParties);
  const after = firstEvent(plan, context, { planned, ccParties, mustBeApproved });
  const firstAt = firstReminder(checked.reminders, now);
  const signers = await signerRows(planned, { called: new Set(after.called), firstAt }, context, taskId);
  const documents = await documentRows(plan, context, taskId, prepared, sources);
  const signerId = new Map(planned.map((s) => [s.sourceKey, s.id]));
  const placements = documents.flatMap((d) =>
    placementRows(plan, d, prepared.get(d.sourceKey)!, {
      signerId,
      taskId,
      newId,
      fills: sources.get(d.sourceKey)?.fills ?? forms,
    }),
  );
  return {
    after,
    task: {
      ...taskRow(plan, context, taskId),
      reminders: checked.reminders,
      state: after.state,
      fileNum: documents.length,
      signerNum: signers.length,
    },
    documents,
    revisions: documents.map((d) => ({
      documentId: d.id,
      revision: 0,
      ...prepared.get(d.sourceKey)!.revision,
      signerId: null,
      certificateId: null,
      createdAt: now,
    })),
    signers,
    ccParties,
    placements,
    participants: participantRows(
      context,
      taskId,
      mustBeApproved ? [] : signers,
      mustBeApproved ? [] : ccParties,
    ),
  };
}

export type TaskRows = Awaited<ReturnType<typeof buildTaskRows>>;

type PlannedSigner = { id: string; plan: Plan['signers'][number]; party: ResolvedParty };

/** When the task starts and ends, epoch ms. */
function timesOf(plan: Plan, now: number): { startAt: number; deadline: number } {
  const startAt = plan.startTime ?? now;
  return { startAt, deadline: plan.endTime ?? Math.max(startAt, now) + DEFAULT_DAYS * DAY_MS };
}

/** What follows from the event that begins the task: that it is sent, or submitted for approval. */
const firstEvent = (
  plan: Plan,
  { actor, now }: SignedInContext,
  {
    planned,
    ccParties,
    mustBeApproved,
  }: {
    planned: readonly PlannedSigner[];
    ccParties: Awaited<ReturnType<typeof copyRows>>;
    mustBeApproved: boolean;
  },
) =>
  advanceOrThrow(
    {
      state: null,
      voidState: '',
      voids: '',
      ordered: plan.orderState === 'ORDER',
      ...timesOf(plan, now),
      initiatorId: actor.accountId,
      signers: planned.map(({ id, plan: { signOrder }, party: { accountId } }) => ({
        id,
        accountId,
        signOrder,
        state: 'UNSIGNED' as const,
      })),
      ccParties,
    },
    { event: mustBeApproved ? 'submit' : 'send', by: actor.accountId },
    now,
  );

/** The row of the task itself, without its state and what it has of others. */
const taskRow = (plan: Plan, { actor, now }: SignedInContext, taskId: string) => ({
  id: taskId,
  number: numberOf(now, taskId),
  draftId: plan.draftId,
  name: plan.taskName,
  businessType: plan.businessType,
  businessTypeName: plan.businessTypeName,
  scenario: plan.scenario,
  fileType: plan.taskFileType,
  ownerKey: actor.ownerKey,
  initiatorId: actor.accountId,
  initiatorName: actor.name,
  initiatorEntName: actor.entName,
  ordered: plan.orderState === 'ORDER',
  signFlow: plan.signFlow,
  endReason: null,
  ...timesOf(plan, now),
  sentAt: now,
  endedAt: null,
  remindedAt: null,
  revokeReason: '',
  rejectReason: '',
  frozenReason: '' as const,
  voidState: '' as const,
  voidTaskId: '',
  voids: '',
  signedNum: 0,
  version: 1,
});

/** Who can read the task: its sender, and those of its parties who are registered. */
function participantRows(
  { actor, now }: SignedInContext,
  taskId: string,
  signers: readonly Pick<SignerRow, 'ownerKey' | 'accountId'>[],
  ccParties: readonly Pick<SignerRow, 'ownerKey' | 'accountId'>[],
) {
  const part = (ownerKey: string, name: ParticipantPart, accountId: string) => {
    const place = placeOf({ ownerKey, accountId });
    return place ? [{ ...place, part: name, taskId, sentAt: now }] : [];
  };
  return [
    ...part(actor.ownerKey, 'INITIATOR', actor.accountId),
    ...signers.flatMap((s) => part(s.ownerKey, 'SIGNER', s.accountId)),
    ...ccParties.flatMap((c) => part(c.ownerKey, 'COPY', c.accountId)),
  ];
}

/** Rows of the signers; it is the turn of those in `called`, who are first reminded at `firstAt`. */
const signerRows = (
  planned: readonly PlannedSigner[],
  { called, firstAt }: { called: ReadonlySet<string>; firstAt: number | null },
  context: SignedInContext,
  taskId: string,
) =>
  Promise.all(
    planned.map(async ({ id, plan: s, party }, position) => ({
      id,
      taskId,
      position,
      type: s.type,
      ownerKey: party.ownerKey,
      entName: s.type === 'ENTERPRISE' ? party.entName : '',
      entKey: party.entKey,
      userName: s.userName,
      accountId: party.accountId,
      claimedAt: null,
      mobileIndex: party.mobileIndex,
      mobileSealed: party.mobile && (await context.keys.sealField(party.mobile, `mobile:${id}`)),
      department: s.department ?? '',
      emailSealed: await sealEmail(context, id, party.email || s.email),
      ...(await documentOf(s, context, id)),
      sealKind: s.type === 'ENTERPRISE' ? (s.sealKind ?? '') : ('' as const),
      ...(await proofsOf(s, context, id)),
      signOrder: s.signOrder,
      autoSealId: s.autoSealId ?? '',
      // A key or single sign-on stands for the signature until it is made, not only when it is asked for.
      autoAskedWith: s.autoSealId ? askedWith(context.actor) : '',
      autoProblem: null,
      state: called.has(id) ? ('SIGNING' as const) : ('UNSIGNED' as const),
      signedAt: null,
      urgedAt: null,
      // Of a signature that is made by itself nobody is reminded.
      remindAt: called.has(id) && !s.autoSealId ? firstAt : null,
      remindedTimes: 0,
    })),
  );

const sealEmail = async (
  { keys }: Pick<SignedInContext, 'keys'>,
  id: string,
  email: string | undefined,
): Promise<string> => (email ? keys.sealField(email, `email:${id}`) : '');

/** The identity document that an individual must prove, encrypted; empty if the sender requires none. */
async function documentOf(s: Plan['signers'][number], context: SignedInContext, id: string) {
  if (s.type !== 'PERSON' || !s.idType || !s.idNumber)
    return { idType: '' as const, idNumberIndex: '', idNumberSealed: '' };
  return {
    idType: s.idType,
    idNumberIndex: await idNumberIndex(context, s.idType, s.idNumber),
    idNumberSealed: await context.keys.sealField(s.idNumber, `idNumber:${id}`),
  };
}

/** What the signer proves before they sign; the code that the sender tells them is kept as a digest only. */
async function proofsOf(
  { proofs = [], accessCode = '' }: Plan['signers'][number],
  context: SignedInContext,
  id: string,
) {
  const accessCodeHash = proofs.includes('ACCESS_CODE') ? await hashAccessCode(context, id, accessCode) : '';
  return { proofs, accessCodeHash };
}

/** Rows of the documents, each with its id in the plan and, if created from a template, the template's version. */
const documentRows = (
  plan: Plan,
  { newId, keys }: SignedInContext,
  taskId: string,
  prepared: ReadonlyMap<string, PreparedDocument>,
  sources: CheckedSources,
) =>
  Promise.all(
    plan.documents.map(async (d, position) => {
      const documentId = newId();
      const source = sources.get(d.documentId);
      return {
        id: documentId,
        sourceKey: d.documentId,
        taskId,
        position,
        name: withEnding(d.fileName, plan.taskFileType),
        pages: prepared.get(d.documentId)!.pages,
        revision: 0,
        code: prepared.get(d.documentId)!.code,
        templateVersionId: source?.versionId ?? null,
        valuesSealed: source
          ? await keys.sealField(JSON.stringify(source.values), `values:${documentId}`)
          : '',
      };
    }),
  );

/** Rows of the copy parties; `parties` in the order of `copies`. */
export const copyRows = (
  copies: readonly Pick<Plan['copies'][number], 'type' | 'userName' | 'email'>[],
  { newId, keys }: SignedInContext,
  taskId: string,
  parties: readonly ResolvedParty[],
) =>
  Promise.all(
    copies.map(async (c, i) => {
      const id = newId();
      const party = parties[i]!;
      return {
        id,
        taskId,
        ownerKey: party.ownerKey,
        entName: c.type === 'ENTERPRISE' ? party.entName : '',
        entKey: party.entKey,
        userName: c.userName,
        accountId: party.accountId,
        claimedAt: null,
        mobileIndex: party.mobileIndex,
        mobileSealed: party.mobile && (await keys.sealField(party.mobile, `mobile:${id}`)),
        emailSealed: await sealEmail({ keys }, id, party.email || c.email),
      };
    }),
  );

/**
 * Rows of the placements as they are in the file: one row per match for a placement by keyword. `part` is the part of
 * the field that the signature draws into; all rows of one planned placement share it.
 */
export function placementRows(
  plan: Plan,
  row: { id: string; sourceKey: string },
  prepared: PreparedDocument,
  {
    signerId,
    taskId,
    newId,
    fills,
  }: {
    signerId: ReadonlyMap<string, string>;
    taskId: string;
    newId: () => string;
    fills: CheckedSource['fills'] | undefined;
  },
) {
  return plan.placements
    .filter((p) => p.documentId === row.sourceKey)
    .flatMap((p) => {
      const planned = fieldOf(plan, p.signerId);
      const reserved = prepared.fields.find((f) => f.planned === planned);
      const field = reserved?.name ?? planned;
      const widgets = reserved?.widgets.filter((w) => w.part === p.placementId) ?? [];
      const shown = p.keyword ? widgets : widgets.slice(0, 1);
      return shown.map((w) => ({
        id: newId(),
        taskId,
        documentId: row.id,
        signerId: signerId.get(p.signerId)!,
        kind: p.kind,
        page: w.page + 1,
        toPage: p.keyword ? w.page + 1 : (p.toPage ?? p.page),
        rule: p.rule ?? ('CONSECUTIVE' as const),
        x: p.kind === 'CROSS_PAGE' ? p.x : w.box.x,
        y: w.box.y,
        width: p.width,
        height: p.height,
        field,
        part: p.placementId,
        fills: fills?.get(p.placementId) ?? null,
        valueSealed: '',
      }));
    });
}

/** A number that people can read out: the date (UTC) and the last eight characters of the task's id. */
const numberOf = (now: number, taskId: string): string =>
  `QS${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}${taskId.slice(-8).toUpperCase()}`;
