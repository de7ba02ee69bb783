import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { email, orEmpty } from '#core/validate/rules.ts';
import { sha256 } from '#core/wire.ts';

/** Identifiers that the wizard makes itself: random, so that two devices never clash. */
export const draftKey = z.string().regex(/^[0-9a-z]{10,40}$/);

export const ORDER_STATES = ['DISORDER', 'ORDER'] as const;
export const PLACEMENT_KINDS = ['ENT_SEAL', 'PERSON_SEAL', 'HANDWRITTEN', 'SIGN_DATE', 'CROSS_PAGE'] as const;
export type PlacementKind = (typeof PLACEMENT_KINDS)[number];

export const planDocument = z.object({
  documentId: draftKey,
  fileName: z.string().trim().min(1).max(200),
  fileKey: sha256,
});

export const planSigner = z.object({
  signatoryId: draftKey,
  signatoryType: z.enum(['ENTERPRISE', 'PERSON']),
  /** Of an enterprise signer: its id where it is known here. */
  entId: z.string().max(40).optional(),
  entName: z.string().trim().max(100).optional(),
  /** The individual, or the operator who signs for the enterprise. */
  userName: z.string().trim().max(50),
  mobile: z.string().trim().max(20),
  /** A colleague of the sender, told by account instead of by mobile. */
  accountId: z.string().max(40).optional(),
  department: z.string().trim().max(50).optional(),
  email: orEmpty(email()).optional(),
  /** Place in the order from 1; those with the same number sign in parallel ([4.1f]). Ignored for DISORDER. */
  signOrder: z.number().int().min(1).max(LIMITS.signersPerTask),
});

export const planCopy = z.object({
  copyId: draftKey,
  copyType: z.enum(['ENTERPRISE', 'PERSON']),
  entId: z.string().max(40).optional(),
  entName: z.string().trim().max(100).optional(),
  userName: z.string().trim().max(50),
  mobile: z.string().trim().max(20),
});

/** Where a keyword is looked for, and where its seal goes ([9.35d-f]). Offsets in mm, right and down positive. */
const keyword = z.object({
  text: z.string().trim().min(1).max(50),
  order: z.enum(['FIRST', 'ALL', 'LAST']),
  place: z.enum(['OVERLAP', 'RIGHT', 'BELOW']),
  offsetX: z.number().min(-500).max(500).default(0),
  offsetY: z.number().min(-500).max(500).default(0),
});

/** x, y, width and height in mm from the top left of the page as it is seen. */
export const planPlacement = z.object({
  placementId: draftKey,
  signatoryId: draftKey,
  documentId: draftKey,
  kind: z.enum(PLACEMENT_KINDS),
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
  keyword: keyword.optional(),
});

/** Text across each page ([3.15a]); opacity in percent, angle in degrees, spacing in mm. */
export const planWatermark = z.object({
  type: z.literal('txt').default('txt'),
  text: z.string().trim().max(60),
  fontSize: z.number().min(6).max(72).default(12),
  /** The wire's own spelling. */
  ratation: z.number().min(-180).max(180).default(45),
  opacity: z.number().min(1).max(100).default(10),
  verticalSpace: z.number().min(5).max(300).default(40),
  tabCount: z.number().int().min(0).max(20).default(4),
});

/** Refuses a list in which two have the same key: nobody could tell which of them another list means. */
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

/** What the wizard sends ([3.15a]). Checked by `checkPlan` beyond what a shape can say. */
export const plan = z.object({
  draftId: draftKey,
  taskName: z.string().trim().max(LIMITS.taskNameLength),
  businessType: z.string().trim().max(40),
  businessTypeName: z.string().trim().max(40).default(''),
  /** Epoch ms; absent: at once. */
  startTime: z.number().int().min(0).optional(),
  /** Epoch ms; absent: the default of the platform. */
  endTime: z.number().int().min(0).optional(),
  taskFileType: z.enum(['PDF', 'OFD']).default('PDF'),
  orderState: z.enum(ORDER_STATES).default('DISORDER'),
  codeStatus: z.enum(['ENABLE', 'DISABLE']).default('DISABLE'),
  watermarkState: z.enum(['ENABLE', 'DISABLE']).default('DISABLE'),
  watermark: planWatermark.optional(),
  planSendDocumentVOList: z.array(planDocument).max(LIMITS.filesPerTask).superRefine(distinct('documentId')),
  planSendSignatoryOrderVOList: z
    .array(planSigner)
    .max(LIMITS.signersPerTask)
    .superRefine(distinct('signatoryId')),
  ccList: z.array(planCopy).max(LIMITS.signersPerTask).superRefine(distinct('copyId')).default([]),
  placementList: z.array(planPlacement).max(LIMITS.placementsPerTask).superRefine(distinct('placementId')),
});
export type Plan = z.output<typeof plan>;
export type PlacementRule = NonNullable<PlanPlacement['rule']>;
/** All files of a task are of one type. */
export type TaskFileType = Plan['taskFileType'];
export type PlanDocument = z.output<typeof planDocument>;
export type PlanSigner = z.output<typeof planSigner>;
export type PlanCopy = z.output<typeof planCopy>;
export type PlanPlacement = z.output<typeof planPlacement>;
