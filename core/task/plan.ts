import { z } from 'zod';
import { contractFen } from '#core/approval/contract-fen.ts';
import { LIMITS } from '#core/config/limits.ts';
import { CODE_SIDES, CODE_SIZE } from '#core/footer-code.ts';
import { idNumber, idType } from '#core/realname/id-document.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { TEMPLATE_SCENES } from '#core/template/record.ts';
import type { TemplateSource } from '#core/template/source.ts';
import { readMobile } from '#core/validate/mobile.ts';
import { email, orEmpty } from '#core/validate/rules.ts';
import { draftKey, id, sha256 } from '#core/wire.ts';
import { reminderSchedule } from './reminders.ts';
import { signerProofs } from './signer-proofs.ts';
import type { UploadType } from './upload-types.ts';

export { draftKey };

/** Who positions the seals: the sender, or each signer for their own ([5.11j]). */
export const SIGN_FLOWS = ['SPECIFIED', 'FREE'] as const;
export type SignFlow = (typeof SIGN_FLOWS)[number];

export const ORDER_STATES = ['DISORDER', 'ORDER'] as const;
/** Kinds of placement that a sender can ask a signer for. */
export const SIGNING_KINDS = ['ENT_SEAL', 'PERSON_SEAL', 'HANDWRITTEN', 'SIGN_DATE', 'CROSS_PAGE'] as const;
export type SigningKind = (typeof SIGNING_KINDS)[number];
/** Kinds of placement of a task: FIELD is a field of a template or a form that its signer fills in. */
export const PLACEMENT_KINDS = [...SIGNING_KINDS, 'FIELD'] as const;
export type PlacementKind = (typeof PLACEMENT_KINDS)[number];

/** Types of parties to a task. */
export const PARTY_TYPES = ['ENTERPRISE', 'PERSON'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];

/**
 * What becomes of fields that a PDF leaves to be filled in: content of its pages, fields still, locked by every
 * signature, or fields of the task that one signer fills in before signing. Those that would look different as content,
 * and those of a signed file, are always kept.
 */
export const FORM_FIELD_CHOICES = ['FLATTEN', 'KEEP', 'FILL'] as const;
export type FormFieldChoice = (typeof FORM_FIELD_CHOICES)[number];

export const planDocument = z.object({
  documentId: draftKey,
  fileName: z.string().trim().min(1).max(200),
  fileKey: sha256,
  /** FLATTEN if absent. */
  formFields: z.enum(FORM_FIELD_CHOICES).optional(),
  /** For FILL: the signer who fills the fields in. */
  formFiller: draftKey.optional(),
});

/** File types that can be attached: those that a page can show. */
export const ATTACHMENT_TYPES = ['PDF', 'OFD', 'PNG', 'JPEG'] as const satisfies readonly UploadType[];
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** A file that is shown with the task but not signed ([3.12]). */
export const planAttachment = z.object({
  attachmentId: draftKey,
  fileName: z.string().trim().min(1).max(200),
  fileKey: sha256,
  fileType: z.enum(ATTACHMENT_TYPES),
});

export const copyFields = {
  /** For an enterprise: its id, if it is known here. */
  entId: z.string().max(40).optional(),
  entName: z.string().trim().max(100).optional(),
  /** The individual, or the operator who signs for the enterprise. */
  userName: z.string().trim().max(50),
  mobile: z.string().max(60).transform(readMobile),
  /** Beside the number, or in its place. */
  email: orEmpty(email()).optional(),
};

export const signerFields = {
  ...copyFields,
  /** A colleague of the sender, identified by account instead of mobile number. */
  accountId: z.string().max(40).optional(),
  department: z.string().trim().max(50).optional(),
  /** For an individual who has to prove an identity document: both or neither ([3.13a]). */
  idType: idType.optional(),
  idNumber: idNumber.optional(),
  /** For an enterprise: the only category of seal that may be used; absent: any. */
  sealKind: z.enum(ENTERPRISE_CATEGORIES).optional(),
  /** What the signer proves before the signature, in this order; absent or empty: one way of their own choice. */
  proofs: signerProofs.optional(),
  /** With ACCESS_CODE: what the sender tells them by another way. Stored as a keyed digest only, and in no plan. */
  accessCode: z.string().trim().max(60).optional(),
  /** For the sender's own enterprise: the seal with which it signs automatically at its turn; absent: the sender signs. */
  autoSealId: id.optional(),
  /** Place in the order from 1; those with the same number sign in parallel ([4.1f]). Ignored for DISORDER. */
  signOrder: z.number().int().min(1).max(LIMITS.signersPerTask),
};

/** Where to search for a keyword, and where its seal goes ([9.35d-f]). Offsets in mm, right and down positive. */
const keyword = z.object({
  text: z.string().trim().min(1).max(50),
  order: z.enum(['FIRST', 'ALL', 'LAST']),
  place: z.enum(['OVERLAP', 'RIGHT', 'BELOW']),
  offsetX: z.number().min(-500).max(500).default(0),
  offsetY: z.number().min(-500).max(500).default(0),
});

/** x, y, width and height in mm from the top left of the page as displayed. */
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

/** The template's blank that a placement of kind FIELD belongs to. */
export const fieldBlank = z.object({
  field: draftKey,
  /** Row index, for repeated rows. */
  row: z.number().int().min(0).max(LIMITS.templateRepeatedRows).optional(),
  /**
   * `nth`: index among the occurrences of the field; `part`: index of the fragment if one is broken over lines. From 0.
   */
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

/** Fields of the wizard's first step ([3.15a]). */
export const planFields = {
  draftId: draftKey,
  taskName: z.string().trim().max(LIMITS.taskNameLength),
  businessType: z.string().trim().max(40),
  businessTypeName: z.string().trim().max(40).default(''),
  /** Between enterprises, or with an employee ([3.12]). */
  scenario: z.enum(TEMPLATE_SCENES).default('ENT'),
  /** Approval flows chosen by the sender ([3.15a]), in addition to those that apply automatically. */
  processId: z.string().max(40).optional(),
  examineProcessId: z.string().max(40).optional(),
  /** fen; what the contract is worth as the sender says, for approval flows. */
  contractAmount: contractFen.optional(),
  /** Epoch ms; absent: immediately. */
  startTime: z.number().int().min(0).optional(),
  /** Epoch ms; absent: the platform's default. */
  endTime: z.number().int().min(0).optional(),
  taskFileType: z.enum(['PDF', 'OFD']).default('PDF'),
  signFlow: z.enum(SIGN_FLOWS).default('SPECIFIED'),
  orderState: z.enum(ORDER_STATES).default('DISORDER'),
  codeStatus: z.enum(['ENABLE', 'DISABLE']).default('DISABLE'),
  watermarkState: z.enum(['ENABLE', 'DISABLE']).default('DISABLE'),
  /** Where the QR code stands at the foot of each page, and its side in mm; absent: at the right, 15 mm. */
  footerCode: z
    .object({ side: z.enum(CODE_SIDES), size: z.number().min(CODE_SIZE.least).max(CODE_SIZE.most) })
    .optional(),
  /** When signers are reminded by themselves; absent: as the enterprise has set it. */
  reminders: reminderSchedule.optional(),
};

type Of<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;

/** `template`: source of the file, if it was not uploaded. */
export type PlanDocument = z.output<typeof planDocument> & { template?: TemplateSource | undefined };
export type PlanAttachment = z.output<typeof planAttachment>;
export type PlanSigner = Of<typeof signerFields> & { signerId: string; type: PartyType };
export type PlanCopy = Of<typeof copyFields> & { copyId: string; type: PartyType };
export type PlanPlacement = Of<typeof placementFields> & { placementId: string; signerId: string };
/** `rotation` in degrees counter-clockwise. */
export type PlanWatermark = Of<typeof watermarkFields> & { rotation: number };

/** A draft as it is sent, from which the task is created. For its wire format see `plan-wire.ts`. */
export interface Plan extends Of<typeof planFields> {
  watermark?: PlanWatermark | undefined;
  documents: PlanDocument[];
  attachments: PlanAttachment[];
  signers: PlanSigner[];
  copies: PlanCopy[];
  placements: PlanPlacement[];
}
export type PlacementRule = NonNullable<PlanPlacement['rule']>;
/** All files of a task have the same type. */
export type TaskFileType = Plan['taskFileType'];
