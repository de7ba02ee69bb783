import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { handDrawing } from '#core/drawing-schema.ts';
import { sealedPassword } from '#core/identity/proof.ts';
import { LANGUAGES } from '#core/locales/languages.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { signersField } from '#core/template/signers-field.ts';
import { templateSource } from '#core/template/source.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { documentVersion, empty, id, pageSizes, sha256, time } from '#core/wire.ts';
import { READING, SENDING, SIGNING } from './access.ts';
import { taskItem } from './list-calls.ts';
import {
  ATTACHMENT_TYPES,
  copyFields,
  draftKey,
  ORDER_STATES,
  PARTY_TYPES,
  PLACEMENT_KINDS,
  placeFields,
  placementFields,
  planAttachment,
  planDocument,
  planFields,
  SIGN_FLOWS,
  signerFields,
  watermarkFields,
} from './plan.ts';
import { reminderSchedule } from './reminders.ts';
import { seenDocuments } from './seen.ts';
import { SIGNER_PROOFS } from './signer-proofs.ts';
import { END_REASONS, SIGNER_STATES, TASK_STATES } from './states.ts';
import { trailLine } from './trail-line.ts';

/** Rejects lists with duplicate keys, because references from other lists would be ambiguous. */
const distinct =
  <K extends string>(key: K) =>
  (rows: readonly Record<K, string>[], context: z.core.$RefinementCtx): void => {
    const seen = new Set<string>();
    rows.forEach((row, i) => {
      if (seen.has(row[key]))
        context.addIssue({ code: 'custom', path: [i, key], params: { problem: 'repeated' } });
      seen.add(row[key]);
    });
  };

const sentDocument = planDocument.extend({ template: templateSource.optional() });
const sentSigner = z.object({ signatoryId: draftKey, signatoryType: z.enum(PARTY_TYPES), ...signerFields });
const sentCopy = z.object({ copyId: draftKey, copyType: z.enum(PARTY_TYPES), ...copyFields });
const sentPlacement = z.object({ placementId: draftKey, signatoryId: draftKey, ...placementFields });

const sentWatermark = z.object({
  ...watermarkFields,
  /** Degrees counter-clockwise. */
  ratation: z.number().min(-180).max(180).default(45),
});

/** Wire format of a `Plan` ([3.15a]). `checkPlan` checks what a schema cannot express. */
export const sentPlan = z.object({
  ...planFields,
  watermark: sentWatermark.optional(),
  planSendDocumentVOList: z.array(sentDocument).max(LIMITS.filesPerTask).superRefine(distinct('documentId')),
  attachmentInfoList: z
    .array(planAttachment)
    .max(LIMITS.attachmentsPerTask)
    .superRefine(distinct('attachmentId'))
    .default([]),
  planSendSignatoryOrderVOList: z
    .array(sentSigner)
    .max(LIMITS.signersPerTask)
    .superRefine(distinct('signatoryId')),
  ccList: z.array(sentCopy).max(LIMITS.signersPerTask).superRefine(distinct('copyId')).default([]),
  placementList: z.array(sentPlacement).max(LIMITS.placementsPerTask).superRefine(distinct('placementId')),
});

export const sendTask = defineCall({
  id: 'task.sendTask',
  method: 'POST',
  path: '/docmanager/assemble/plan/send',
  access: SENDING,
  input: sentPlan,
  output: z.object({
    planId: id,
    number: z.string(),
    /** REVIEWING: the sender's enterprise has to approve it first; nobody else has been notified. */
    status: z.enum(TASK_STATES),
  }),
  summary: 'Send a signing task: validates the plan, reserves every field, and notifies the first signers',
  once: true,
});

const placementView = z.object({
  placementId: id,
  signerId: id,
  documentId: id,
  kind: z.enum(PLACEMENT_KINDS),
  page: z.number().int(),
  toPage: z.number().int(),
  rule: z.enum(['CONSECUTIVE', 'ALTERNATE']),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** What a placement of kind FIELD asks for; null for others. */
  fills: signersField.nullable(),
});

/** [3.13a] A signer as the identity may see it. */
const signerView = z.object({
  signerId: id,
  signatoryType: z.enum(PARTY_TYPES),
  entName: z.string(),
  /** Of an enterprise registered on the platform: its credit code, or its registration number. */
  creditCode: z.string(),
  /** The individual, or the operator who signs for the enterprise. */
  userName: z.string(),
  /** Masked, like the address. */
  mobile: z.string(),
  department: z.string(),
  email: z.string(),
  /**
   * Identity document that the individual has to prove, number masked; visible to the sender's side and the signer
   * only.
   */
  idType: z.enum(ID_TYPES).or(z.literal('')),
  idNumber: z.string(),
  /** The only category of seal that may be used for the enterprise; empty: any. */
  sealKind: z.enum(ENTERPRISE_CATEGORIES).or(z.literal('')),
  /** What they prove before they sign, in this order; visible to the sender's side and the signer only. */
  proofs: z.array(z.enum(SIGNER_PROOFS)),
  /** Whether the individual or enterprise is registered on the platform. */
  registered: z.boolean(),
  signOrder: z.number().int(),
  status: z.enum(SIGNER_STATES),
  signedAt: time.nullable(),
  /** Who sealed instead of the operator, as a holder of the seals; empty if the operator signed, as in the trail. */
  stampedBy: z.string(),
  /**
   * How automatic signing stands: WAITING for its turn and FAILED, so that the operator signs, visible to the sender's side
   * only; DONE; empty if a person signs.
   */
  automatic: z.enum(['', 'WAITING', 'FAILED', 'DONE']),
  /** Why it failed; empty otherwise. */
  automaticProblem: z.string(),
  mine: z.boolean(),
  /** Whether they get no more reminders of it; visible to themself only. */
  silenced: z.boolean(),
});

const otherTask = z.object({ planId: id, taskName: z.string(), number: z.string() });

export const getTask = defineCall({
  id: 'task.getTask',
  method: 'GET',
  path: '/docmanager/assemble/plan/detail/:planId',
  access: READING,
  input: z.object({ planId: id }),
  output: taskItem.extend({
    taskFileType: planFields.taskFileType.unwrap(),
    signFlow: z.enum(SIGN_FLOWS),
    orderState: z.enum(ORDER_STATES),
    revokeReason: z.string(),
    rejectReason: z.string(),
    /** When a file was last written: by sending, or by the newest signature. */
    latestSavingTime: time,
    /** Text across each page; null without one, and for older tasks whose plan was not kept. */
    watermark: sentWatermark.nullable(),
    /** Whether a QR code stands at the foot of each page. */
    codeStatus: planFields.codeStatus.unwrap(),
    /** Names of the approval flows that it went through before it was sent; visible to the sender's enterprise only. */
    approvalFlows: z.array(z.string()),
    /** When signers are reminded by themselves; null: never, and for others than the sender's enterprise. */
    reminders: reminderSchedule.nullable(),
    /** The agreement that voids it, and the contract that it voids itself. */
    voidedBy: otherTask.nullable(),
    voids: otherTask.nullable(),
    documents: z.array(
      z.object({
        documentId: id,
        /** The task's number and the position of the file, from 1. */
        number: z.string(),
        fileName: z.string(),
        fileIndex: z.number().int(),
        size: z.number().int(),
        revision: z.number().int(),
        sha256,
        pages: pageSizes,
        /** The template version it was made from; visible to the sender's enterprise only. */
        template: z.object({ versionId: id, templateName: z.string(), number: z.number().int() }).nullable(),
      }),
    ),
    /** Shown with the task, not signed. */
    attachments: z.array(
      z.object({
        attachmentId: id,
        fileName: z.string(),
        fileIndex: z.number().int(),
        fileType: z.enum(ATTACHMENT_TYPES),
        size: z.number().int(),
        sha256,
        /** Empty for a picture. */
        pages: pageSizes,
      }),
    ),
    signerList: z.array(signerView),
    ccList: z.array(z.object({ userName: z.string(), entName: z.string() })),
    placements: z.array(placementView),
  }),
  summary: 'Get a task with its documents, signers and placements',
});

export const downloadDocument = defineCall({
  id: 'task.downloadDocument',
  method: 'GET',
  path: '/docmanager/assemble/plan/download/:planId/:fileIndex',
  answer: 'file',
  access: READING,
  input: z.object({
    planId: id,
    fileIndex: z.coerce.number().int().min(0),
    /** inline: for viewing, adds no entry to the trail. */
    purpose: z.enum(['view', 'download']).default('download'),
  }),
  output: z.unknown(),
  summary: 'Download the newest revision of a file of a task',
});

/** [3.12] Attachments are for viewing only: the response is shown in the page and adds no entry to the trail. */
export const viewAttachment = defineCall({
  id: 'task.viewAttachment',
  method: 'GET',
  path: '/docmanager/assemble/plan/attachment/:planId/:fileIndex',
  answer: 'file',
  access: READING,
  input: z.object({ planId: id, fileIndex: z.coerce.number().int().min(0) }),
  output: z.unknown(),
  summary: 'Download an attachment of a task for viewing',
});

export const downloadEvidence = defineCall({
  id: 'task.downloadEvidence',
  method: 'GET',
  path: '/docmanager/assemble/plan/evidence/:planId',
  answer: 'file',
  access: READING,
  input: z.object({
    planId: id,
    /** Of the report and of VERIFY.md; defaults to the caller's language. */
    language: z.enum(LANGUAGES).optional(),
  }),
  output: z.unknown(),
  summary: 'Download the evidence bundle of a finished task, which can be verified without the product',
});

/** `password` comes from `encryptPassword`. */
const byPassword = z.object({ method: z.literal('PASSWORD'), password: sealedPassword });
const bySms = z.object({ method: z.literal('SMS'), code: z.string().regex(/^\d{6}$/) });

/** The proofs of willingness that are typed, for what is agreed to without documents. */
export const typedConsent = z.discriminatedUnion('method', [byPassword, bySms]);
export type TypedConsent = z.output<typeof typedConsent>;

const ownChoice = [
  byPassword,
  bySms,
  /** `ticketId` comes from `startConsent`, after confirmation on the phone. */
  z.object({ method: z.literal('FACE'), ticketId: id }),
  z.object({ method: z.literal('APP'), ticketId: id }),
  /** After `confirmConsent`. */
  z.object({ method: z.literal('PASSKEY'), ticketId: id }),
] as const;

/** A proof of willingness of the person's own choice. */
export const consent = z.discriminatedUnion('method', ownChoice);
export type Consent = z.output<typeof consent>;

/** Of a signer whom the sender asks for proofs: all of them, given by `giveProof`. */
export const signerConsent = z.discriminatedUnion('method', [
  ...ownChoice,
  z.object({ method: z.literal('PROOFS') }),
]);
export type SignerConsent = z.output<typeof signerConsent>;

/** Steps of a signing, in order: consent, key, digest with signature, storing. */
export const SIGN_STEPS = ['consent', 'key', 'digest', 'store'] as const;
export type SignStep = (typeof SIGN_STEPS)[number];

/**
 * Values for each of the signer's placements: a seal by id, a drawing made now, or for a field its value in canonical
 * form (`2026-11-23`, `12000.50`, `true`). Dates fill themselves.
 */
export const fillings = z
  .array(
    z.object({
      placementId: id,
      sealId: id.optional(),
      drawing: handDrawing.optional(),
      value: severalLines(z.string().max(200)).optional(),
    }),
  )
  .max(LIMITS.placementsPerTask);

/**
 * [5.11j] Sets the placements of the signer whose turn it is, if signers choose their own; replaces the earlier ones.
 * `signTask` signs them like any others.
 */
export const placeOwn = defineCall({
  id: 'task.placeOwn',
  method: 'POST',
  path: '/docmanager/assemble/plan/places',
  access: SIGNING,
  input: z.object({
    planId: id,
    places: z
      .array(z.object({ placementId: draftKey, documentId: id, ...placeFields }))
      .min(1)
      .max(LIMITS.placementsPerTask)
      .superRefine(distinct('placementId')),
  }),
  output: z.object({
    /** Ids of the stored placements, in the order of the input. */
    placementIds: z.array(id),
  }),
  summary: 'Set the caller’s signing places, in a task whose signers place their own seals',
  changes: ['task.getTask'],
});

export const signTask = defineCall({
  id: 'task.signTask',
  method: 'POST',
  path: '/docmanager/assemble/plan/sign',
  access: SIGNING,
  input: z.object({
    planId: id,
    seen: seenDocuments,
    consent: signerConsent,
    fillings,
  }),
  output: z.object({
    planId: id,
    status: z.enum(TASK_STATES),
    endReason: z.enum(END_REASONS).nullable(),
    /** Duration of each step in milliseconds, as shown to the signer. */
    steps: z.array(z.object({ step: z.enum(SIGN_STEPS), ms: z.number() })),
    documents: z.array(documentVersion),
  }),
  summary: 'Sign every document of a task as one signer, as displayed; fails if it has changed meanwhile',
  once: true,
});

export const rejectTask = defineCall({
  id: 'task.rejectTask',
  method: 'POST',
  path: '/docmanager/assemble/plan/reject',
  access: SIGNING,
  input: z.object({ planId: id, reason: severalLines(z.string().trim().min(1).max(LIMITS.rejectReason)) }),
  output: empty,
  summary: 'Refuse to sign; ends the task for everybody ([4.1h])',
  once: true,
});

export const revokeTask = defineCall({
  id: 'task.revokeTask',
  method: 'POST',
  path: '/docmanager/assemble/plan/revoke',
  access: SENDING,
  input: z.object({ planId: id, reason: severalLines(z.string().trim().min(1).max(LIMITS.cancelReason)) }),
  output: empty,
  summary: 'Revoke a sent task ([4.1g])',
  once: true,
});

export const urgeTask = defineCall({
  id: 'task.urgeTask',
  method: 'POST',
  path: '/docmanager/assemble/plan/urge',
  access: SENDING,
  once: true,
  input: z.object({
    planId: id,
    /** Only this signer, such as one whom the last message did not reach; all by default. */
    signerId: id.optional(),
  }),
  output: z.object({ urged: z.number().int() }),
  summary: 'Remind the signers whose turn it is, or one of them',
});

export const getTrail = defineCall({
  id: 'task.getTrail',
  method: 'GET',
  path: '/docmanager/assemble/plan/trail/:planId',
  access: READING,
  input: z.object({ planId: id }),
  output: z.object({
    planId: id,
    taskName: z.string(),
    entries: z.array(trailLine),
  }),
  summary: 'Get the trail of a task, with its hash chain for verification by the reader',
});
