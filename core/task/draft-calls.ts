import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { VERDICTS } from '#core/verification/verdict.ts';
import { empty, pageInput, pageOf, pageSizes, sha256, time } from '#core/wire.ts';
import { DRAFTING } from './access.ts';
import { draftKey } from './plan.ts';
import { UPLOAD_TYPES } from './upload-types.ts';

const FILES: Access = {
  actor: 'session',
  sso: true,
  may: 'read files they uploaded, join rooms of shared drafts and events',
  also: 'only files and rooms of the identity; rooms of drafts: those who may edit drafts; of templates: those who manage them',
};

const UPLOADING: Access = { actor: 'session', sso: true, keys: 'send', may: 'upload files' };

/** Uploads the raw bytes of a file, checked against their digest: nothing is visible until the upload is complete. */
export const uploadFile = defineCall({
  id: 'task.uploadFile',
  method: 'PUT',
  path: '/docmanager/assemble/file/:fileKey',
  body: 'bytes',
  access: UPLOADING,
  input: z.object({ fileKey: sha256, fileType: z.enum(UPLOAD_TYPES).default('PDF') }),
  output: z.object({
    fileKey: sha256,
    size: z.number().int(),
    pages: pageSizes,
    /** Signatures that a PDF or OFD has already, as the verification page judges them. */
    signatures: z.array(
      z.object({ name: z.string(), signer: z.string().nullable(), verdict: z.enum(VERDICTS) }),
    ),
    /** Fields of a PDF that people fill in; see `formFields` of a document that is sent. */
    formFields: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  summary:
    'Upload a file under its SHA-256; fails if it is empty, too large, broken, encrypted or of another type',
});

/** Which of the files the owner has uploaded already, so that a draft uploads only the missing ones. */
export const findFiles = defineCall({
  id: 'task.findFiles',
  method: 'POST',
  path: '/docmanager/assemble/file/find',
  access: UPLOADING,
  input: z.object({ fileKeys: z.array(sha256).max(100) }),
  output: z.object({ found: z.array(sha256) }),
  summary: 'List which of these files the owner has uploaded',
});

export const downloadFile = defineCall({
  id: 'task.downloadFile',
  method: 'GET',
  path: '/docmanager/assemble/file/:fileKey',
  answer: 'file',
  access: FILES,
  input: z.object({ fileKey: sha256 }),
  output: z.unknown(),
  summary: 'Download a file that the owner uploaded (for a colleague’s draft)',
});

/** Adds a draft to the owner's list or updates its entry; the draft itself is a Yjs document. */
export const saveDraft = defineCall({
  id: 'task.saveDraft',
  method: 'POST',
  path: '/docmanager/assemble/plan/saveDraft',
  access: DRAFTING,
  input: z.object({
    draftId: draftKey,
    taskName: z.string().max(LIMITS.taskNameLength),
    fileNum: z.number().int().min(0),
  }),
  output: empty,
  summary: 'Add a draft to the enterprise’s list of drafts, or rename it there',
});

export const listDrafts = defineCall({
  id: 'task.listDrafts',
  method: 'GET',
  path: '/docmanager/assemble/plan/draftPage',
  access: DRAFTING,
  input: z.object({ ...pageInput, taskName: z.string().max(100).optional() }),
  output: pageOf(
    z.object({
      draftId: draftKey,
      taskName: z.string(),
      fileNum: z.number().int(),
      creator: z.string(),
      latestSavingTime: time,
    }),
  ),
  summary: 'List the drafts of the enterprise, last saved first',
});

export const deleteDraft = defineCall({
  id: 'task.deleteDraft',
  method: 'POST',
  path: '/docmanager/assemble/plan/deleteDraft',
  access: DRAFTING,
  input: z.object({ draftId: draftKey }),
  output: empty,
  summary: 'Delete a draft',
});

/** Issues a ticket for a sync room of the own owner; the room rejects everything else. */
export const getSyncTicket = defineCall({
  id: 'task.getSyncTicket',
  method: 'POST',
  path: '/docmanager/assemble/plan/syncTicket',
  access: FILES,
  input: z.object({ room: z.string().max(80) }),
  output: z.object({ token: z.string(), expiresAt: time }),
  summary: 'Get a short-lived ticket for a sync room',
});
