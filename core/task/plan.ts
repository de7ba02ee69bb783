import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { idNumber, idType } from '#core/realname/person-form.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { TEMPLATE_SCENES } from '#core/template/record.ts';
import type { TemplateSource } from '#core/template/source.ts';
import { email, orEmpty } from '#core/validate/rules.ts';
import { draftKey, sha256 } from '#core/wire.ts';
import type { UploadType } from './upload-types.ts';

export { draftKey };

/** Who says where seals go: the sender, or each signer for their own ([5.11j]). */
export const SIGN_FLOWS = ['SPECIFIED', 'FREE'] as const;
export type SignFlow = (typeof SIGN_FLOWS)[number];

export const ORDER_STATES = ['DISORDER', 'ORDER'] as const;
/** What a sender asks a signer for at a place. */
export const SIGNING_KINDS = ['ENT_SEAL', 'PERSON_SEAL', 'HANDWRITTEN', 'SIGN_DATE', 'CROSS_PAGE'] as const;
export type SigningKind = (typeof SIGNING_KINDS)[number];
/** What stands at a place of a task: FIELD is a field of a template that its signer fills in. */
export const PLACEMENT_KINDS = [...SIGNING_KINDS, 'FIELD'] as const;
export type PlacementKind = (typeof PLACEMENT_KINDS)[number];

/** Those that take part in a task. */
export const PARTY_TYPES = ['ENTERPRISE', 'PERSON'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];

export const planDocument = z.object({
  documentId: draftKey,
  fileName: z.string().trim().min(1).max(200),
  fileKey: sha256,
});

/** What can be attached: what a page can show. */
export const ATTACHMENT_TYPES = ['PDF', 'OFD', 'PNG', 'JPEG'] as const satisfies readonly UploadType[];
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** A file that is shown with the task and not signed ([3.12]). */
export const planAttachment = z.object({
  attachmentId: draftKey,
  fileName: z.string().trim().min(1).max(200),
  fileKey: sha256,
  fileType: z.enum(ATTACHMENT_TYPES),
});

export const copyFields = {
  /** Of an enterprise: its id where it is known here. */
  entId: z.string().max(40).optional(),
  entName: z.string().trim().max(100).optional(),
  /** The individual, or the operator who signs for the enterprise. */
  userName: z.string().trim().max(50),
  mobile: z.string().trim().max(20),
};

export const signerFields = {
  ...copyFields,
  /** A colleague of the sender, told by account instead of by mobile. */
  accountId: z.string().max(40).optional(),
  department: z.string().trim().max(50).optional(),
  email: orEmpty(email()).optional(),
  /** Of an individual whose document is to be proved: both or neither ([3.13a]). */
  idType: idType.optional(),
  idNumber: idNumber.optional(),
  /** Of an enterprise: the one kind of seal that may stamp for it; absent: any of them. */
  sealKind: z.enum(ENTERPRISE_CATEGORIES).optional(),
  /** Place in the order from 1; those with the same number sign in parallel ([4.1f]). Ignored for DISORDER. */
  signOrder: z.number().int().min(1).max(LIMITS.signersPerTask),
};

/** Where a keyword is looked for, and where its seal goes ([9.35d-f]). Offsets in mm, right and down positive. */
const keyword = z.object({
  text: z.string().trim().min(1).max(50),
  order: z.enum(['FIRST', 'ALL', 'LAST']),
  place: z.enum(['OVERLAP', 'RIGHT', 'BELOW']),
  offsetX: z.number().min(-500).max(500).default(0),
  offsetY: z.number().min(-500).max(500).default(0),
});

/** x, y, width and height in mm from the top left of the page as it is seen. */
export const placeFields = {
  kind: z.enum(SIGNING_KINDS),
  /** From 1. For CROSS_PAGE the first page of its range. */
  page: z.number().int().min(1),
  x: z.number().min(-1000).max(20_000),
  y: z.number().min(-1000).max(20_000),
  width: z.number().min(2).max(500),
  height: z.number().min(2).max(500),
  /** Last page of the range, for CROSS_PAGE and multi-page seals ([3.14]). */
  toPage: z.number().int().min(1).optional(),
  /** Every page, or every other page ([5.12e]). */
  rule: z.enum(['CONSECUTIVE', 'ALTERNATE']).optional(),
};

/** Which blank of a template a place of kind FIELD is. */
export const fieldBlank = z.object({
  field: draftKey,
  /** Of repeated rows, from 0. */
  row: z.number().int().min(0).max(LIMITS.templateRepeatedRows).optional(),
  /** Which of the places where the field stands, and which part of one that is broken over lines; from 0. */
  nth: z.number().int().min(0).max(LIMITS.placementsPerTask),
  part: z.number().int().min(0).max(LIMITS.placementsPerTask),
});
export type FieldBlank = z.output<typeof fieldBlank>;

export const placementFields = {
  documentId: draftKey,
  ...placeFields,
  kind: z.enum(PLACEMENT_KINDS),
  keyword: keyword.optional(),
  fills: fieldBlank.optional(),
};

/** Text across each page ([3.15a]); opacity in percent, spacing in mm. */
export const watermarkFields = {
  type: z.literal('txt').default('txt'),
  text: z.string().trim().max(60),
  fontSize: z.number().min(6).max(72).default(12),
  opacity: z.number().min(1).max(100).default(10),
  verticalSpace: z.number().min(5).max(300).default(40),
  tabCount: z.number().int().min(0).max(20).default(4),
};

/** What the wizard asks for in its first step ([3.15a]). */
export const planFields = {
  draftId: draftKey,
  taskName: z.string().trim().max(LIMITS.taskNameLength),
  businessType: z.string().trim().max(40),
  businessTypeName: z.string().trim().max(40).default(''),
  /** Between enterprises, or with an employee ([3.12]). */
  scenario: z.enum(TEMPLATE_SCENES).default('ENT'),
  /** Approval flows that the sender chose ([3.15a]), beside those that apply by themselves. */
  processId: z.string().max(40).optional(),
  examineProcessId: z.string().max(40).optional(),
  /** Epoch ms; absent: at once. */
  startTime: z.number().int().min(0).optional(),
  /** Epoch ms; absent: the default of the platform. */
  endTime: z.number().int().min(0).optional(),
  taskFileType: z.enum(['PDF', 'OFD']).default('PDF'),
  signFlow: z.enum(SIGN_FLOWS).default('SPECIFIED'),
  orderState: z.enum(ORDER_STATES).default('DISORDER'),
  codeStatus: z.enum(['ENABLE', 'DISABLE']).default('DISABLE'),
  watermarkState: z.enum(['ENABLE', 'DISABLE']).default('DISABLE'),
};

type Of<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;

/** `template`: what the file was made from, where it was not uploaded. */
export type PlanDocument = z.output<typeof planDocument> & { template?: TemplateSource | undefined };
export type PlanAttachment = z.output<typeof planAttachment>;
export type PlanSigner = Of<typeof signerFields> & { signerId: string; type: PartyType };
export type PlanCopy = Of<typeof copyFields> & { copyId: string; type: PartyType };
export type PlanPlacement = Of<typeof placementFields> & { placementId: string; signerId: string };
/** `rotation` in degrees counter-clockwise. */
export type PlanWatermark = Of<typeof watermarkFields> & { rotation: number };

/** What a draft becomes when it is sent, and a task is made of. How it travels stands in `plan-wire.ts`. */
export interface Plan extends Of<typeof planFields> {
  watermark?: PlanWatermark | undefined;
  documents: PlanDocument[];
  attachments: PlanAttachment[];
  signers: PlanSigner[];
  copies: PlanCopy[];
  placements: PlanPlacement[];
}
export type PlacementRule = NonNullable<PlanPlacement['rule']>;
/** All files of a task are of one type. */
export type TaskFileType = Plan['taskFileType'];
