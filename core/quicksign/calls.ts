import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { handDrawing } from '#core/drawing-schema.ts';
import { consent } from '#core/task/calls.ts';
import { draftKey, placeFields, planDocument } from '#core/task/plan.ts';
import { seenDocuments } from '#core/task/seen.ts';
import { documentVersion, empty, id, pageInput, pageOf, pageSizes, sha256, time } from '#core/wire.ts';
import { QUICK_SIGNING } from './access.ts';
import { QUICK_STATES } from './states.ts';

const fileType = z.enum(['PDF', 'OFD']);

/** The quick-sign plan ([3.15b]); the fields that [5.13a] names are required. */
export const quickContent = z.object({
  taskName: z.string().trim().min(1).max(LIMITS.taskNameLength),
  businessType: z.string().trim().min(1).max(40),
  businessTypeName: z.string().trim().max(50).default(''),
  taskFileType: fileType.default('PDF'),
  planSendDocumentVOList: z
    .array(planDocument.omit({ documentId: true, formFields: true, formFiller: true }))
    .min(1)
    .max(LIMITS.filesPerTask),
});

export const createQuickFiles = defineCall({
  id: 'quicksign.createQuickFiles',
  method: 'POST',
  path: '/docmanager/assemble/quick/save',
  access: QUICK_SIGNING,
  input: quickContent,
  output: z.object({ id }),
  summary: 'Create a quick file group from uploaded files',
  once: true,
});

const quickRow = z.object({
  id,
  taskName: z.string(),
  businessType: z.string(),
  businessTypeName: z.string(),
  taskFileType: fileType,
  fileNum: z.number().int(),
  /** When it was signed; null if it has not been. */
  signTime: time.nullable(),
  createTime: time,
  status: z.enum(QUICK_STATES),
  /** Actions available now. */
  actions: z.array(z.enum(['sign', 'revoke', 'complete', 'download', 'preview'])),
});
export type QuickRow = z.output<typeof quickRow>;

/** [3.16] Quick-sign file groups of the identity, newest first. */
export const listQuickFiles = defineCall({
  id: 'quicksign.listQuickFiles',
  method: 'GET',
  path: '/docmanager/assemble/quick/page',
  access: QUICK_SIGNING,
  input: z.object({
    ...pageInput,
    taskName: z.string().max(100).optional(),
    businessType: z.string().max(40).optional(),
    taskFileType: fileType.optional(),
    status: z.enum(QUICK_STATES).optional(),
    signFrom: z.coerce.number().int().optional(),
    signTo: z.coerce.number().int().optional(),
  }),
  output: pageOf(quickRow),
  summary: 'List the quick file groups of the identity, newest first',
});

export const getQuickFiles = defineCall({
  id: 'quicksign.getQuickFiles',
  method: 'GET',
  path: '/docmanager/assemble/quick/detail/:id',
  access: QUICK_SIGNING,
  input: z.object({ id }),
  output: quickRow.extend({
    documents: z.array(
      z.object({
        documentId: id,
        fileName: z.string(),
        fileIndex: z.number().int(),
        revision: z.number().int(),
        size: z.number().int(),
        sha256,
        pages: pageSizes,
      }),
    ),
    /** Its events, oldest first. */
    trail: z.array(z.object({ at: time, event: z.string(), operator: z.string(), agent: z.string() })),
  }),
  summary: 'Get a quick file group with its files',
});

/** A place on a page, mm, with its content: a seal by ID or a drawing made now; dates are filled in automatically. */
export const quickPlacement = z.object({
  placementId: draftKey,
  ...placeFields,
  documentId: id,
  sealId: id.optional(),
  drawing: handDrawing.optional(),
});

export const signQuickFiles = defineCall({
  id: 'quicksign.signQuickFiles',
  method: 'POST',
  path: '/docmanager/assemble/quick/sign',
  access: QUICK_SIGNING,
  input: z.object({
    id,
    seen: seenDocuments,
    consent,
    placements: z.array(quickPlacement).min(1).max(LIMITS.placementsPerTask),
  }),
  output: z.object({
    id,
    status: z.enum(QUICK_STATES),
    documents: z.array(documentVersion),
  }),
  summary: 'Reserve the places and sign every file of a group in one call',
  once: true,
});

export const revokeQuickFiles = defineCall({
  id: 'quicksign.revokeQuickFiles',
  method: 'POST',
  path: '/docmanager/assemble/quick/revoke',
  access: QUICK_SIGNING,
  input: z.object({ id }),
  output: empty,
  summary: 'Revoke an unsigned quick file group',
  once: true,
});

export const completeQuickFiles = defineCall({
  id: 'quicksign.completeQuickFiles',
  method: 'POST',
  path: '/docmanager/assemble/quick/complete',
  access: QUICK_SIGNING,
  input: z.object({ id }),
  output: empty,
  summary: 'Complete a signed quick file group',
  once: true,
});

export const downloadQuickFile = defineCall({
  id: 'quicksign.downloadQuickFile',
  method: 'GET',
  path: '/docmanager/assemble/quick/download/:id/:fileIndex',
  answer: 'file',
  access: QUICK_SIGNING,
  input: z.object({
    id,
    fileIndex: z.coerce.number().int().min(0),
    /** view: for viewing, adds no entry to the trail. */
    purpose: z.enum(['view', 'download']).default('download'),
  }),
  output: z.unknown(),
  summary: 'Download the latest state of a file of a quick file group',
});
