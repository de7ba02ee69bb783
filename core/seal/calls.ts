import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { drawing } from '#core/drawing-schema.ts';
import { certificateFacts, empty, id, nothing, pageInput, pageOf, sha256, time } from '#core/wire.ts';
import { MAKING, STAMPING } from './access.ts';
import { sealPicture } from './picture.ts';
import {
  CERTIFICATE_STATES,
  GRANT_LEVELS,
  SEAL_CATEGORIES,
  SEAL_METHODS,
  SEAL_RECORDS,
  UPDATE_STATES,
} from './states.ts';

const SEEING: Access = {
  actor: 'session',
  sso: true,
  may: 'see seals that they manage or are authorized for',
};
const OWN_STAMPS: Access = {
  actor: 'session',
  may: 'see their own stamps, and upload their signature as a picture',
  also: 'never those of others, whatever id is given',
};
const CHANGING: Access = {
  actor: 'session',
  sso: true,
  may: 'rename, enable and disable a seal',
  also: 'only those who manage seals or hold an editable authorization ([6.3a])',
};
const AUTHORIZING: Access = {
  actor: 'enterprise',
  may: 'set who is authorized for a seal',
  also: 'only those who manage seals or hold an editable authorization ([6.3a])',
};

export const sealName = z.string().trim().min(1).max(50);

const sealRow = z.object({
  stampId: id,
  stampName: z.string(),
  stampCategory: z.enum(SEAL_CATEGORIES),
  shape: z.enum(['CIRCLE', 'ELLIPSE', 'RECTANGLE']),
  widthMm: z.number(),
  heightMm: z.number(),
  method: z.enum(SEAL_METHODS),
  certificateStatus: z.enum(CERTIFICATE_STATES),
  certificateUpdate: z.enum(UPDATE_STATES),
  certificateNotAfter: time.nullable(),
  enabled: z.boolean(),
  /** Each use requires an approval, even by authorized members. */
  needsApproval: z.boolean(),
  creator: z.string(),
  createTime: time,
  /** Names of the authorized members. */
  authorized: z.array(z.string()),
  drawing,
  /** What this identity may do with the seal now. */
  actions: z.array(
    z.enum([
      'use',
      'rename',
      'redraw',
      'enable',
      'disable',
      'delete',
      'authorize',
      'apply',
      'continue',
      'update',
      'ukey',
      'needApproval',
      'dropApproval',
    ]),
  ),
});
export type SealRow = z.output<typeof sealRow>;

/** [2.19a] Seals of the identity that it manages or is authorized for. */
export const listSeals = defineCall({
  id: 'seal.listSeals',
  method: 'GET',
  path: '/stamp/page',
  access: SEEING,
  input: z.object({
    ...pageInput,
    stampName: z.string().max(50).optional(),
    stampCategory: z.enum(SEAL_CATEGORIES).optional(),
    certificateStatus: z.enum(CERTIFICATE_STATES).optional(),
    enabled: z.enum(['true', 'false']).optional(),
  }),
  output: pageOf(sealRow),
  summary: 'List the seals that the identity manages or is authorized for',
});

export const getSeal = defineCall({
  id: 'seal.getSeal',
  method: 'GET',
  path: '/stamp/detail/:stampId',
  access: SEEING,
  input: z.object({ stampId: id }),
  output: sealRow.extend({
    picture: sealPicture.nullable(),
    certificate: certificateFacts.nullable(),
    ukeys: z.array(z.object({ serial: z.string(), createTime: time, certificateNotAfter: time.nullable() })),
    /** Running files that wait for this owner's seal: they stop when the seal is deleted ([4.4f]). */
    waitingTasks: z.number().int(),
  }),
  summary: 'Get a seal with its design, certificate and UKeys',
});

/** [7.10a] [3.24c] Stamps of the person: polled by the signature dialog until one appears. */
export const listStamps = defineCall({
  id: 'seal.listStamps',
  method: 'GET',
  path: '/stamp/stampList/:userId',
  access: OWN_STAMPS,
  input: z.object({ userId: id }),
  output: z.array(
    z.object({
      stampId: id,
      /** PERSON_AUTOGRAPH for handwriting, otherwise the category. */
      stampCategory: z.string(),
      /** A data: URL of an SVG picture. */
      stampPic: z.string(),
    }),
  ),
  summary: 'List the stamps of the person; the signature dialog polls it until one appears',
});

/** [7.10b] An image of a signature: a PNG of at most 2 MB; it becomes a handwriting seal of the person. */
export const saveAutograph = defineCall({
  id: 'seal.saveAutograph',
  method: 'POST',
  path: '/stamp/autograph',
  body: 'multipart',
  access: OWN_STAMPS,
  input: z.object({ file: z.instanceof(Blob) }),
  output: z.object({ stampId: id }),
  summary: 'Upload a signature as a picture',
});

/** The picture as cleaned by the browser; 600 DPI, size and kind are checked ([5.5a]). */
export const uploadPicture = defineCall({
  id: 'seal.uploadPicture',
  method: 'PUT',
  path: '/stamp/picture/:pictureKey',
  body: 'bytes',
  access: SEEING,
  input: z.object({ pictureKey: sha256 }),
  output: z.object({ pictureKey: sha256, widthMm: z.number(), heightMm: z.number() }),
  summary: 'Upload the PNG of a seal, 600 DPI with its background removed, under its SHA-256',
});

export const getPicture = defineCall({
  id: 'seal.getPicture',
  method: 'GET',
  path: '/stamp/picture/:stampId/file',
  answer: 'file',
  access: SEEING,
  input: z.object({ stampId: id, dpi: z.coerce.number().int().min(72).max(1200).optional() }),
  output: z.unknown(),
  summary: 'Get the seal as PNG: as uploaded, or rendered at the resolution of its design',
});

export const createSeal = defineCall({
  id: 'seal.createSeal',
  method: 'POST',
  path: '/stamp/save',
  access: MAKING,
  input: z.object({ stampName: sealName, stampCategory: z.enum(SEAL_CATEGORIES), picture: sealPicture }),
  output: z.object({ stampId: id }),
  summary: 'Create a seal; personal seals get their certificate at once',
  once: true,
});

export const updateSeal = defineCall({
  id: 'seal.updateSeal',
  method: 'POST',
  path: '/stamp/update',
  access: CHANGING,
  input: z.object({ stampId: id, stampName: sealName.optional(), picture: sealPicture.optional() }),
  output: empty,
  summary: 'Rename or redraw a seal; redrawing is possible only before it has a certificate ([4.4c])',
});

const withSeal = z.object({ stampId: id });
const change = (name: string, path: string, summary: string) =>
  defineCall({
    id: `seal.${name}`,
    method: 'POST',
    path: `/stamp/${path}`,
    access: CHANGING,
    input: withSeal,
    output: empty,
    summary,
  });

export const enableSeal = change('enableSeal', 'enable', 'Enable a seal');
export const disableSeal = change(
  'disableSeal',
  'disable',
  'Disable a seal: it cannot be used until it is enabled again ([4.4e])',
);
export const setSealApproval = defineCall({
  id: 'seal.setSealApproval',
  method: 'POST',
  path: '/stamp/approval',
  access: MAKING,
  input: z.object({ stampId: id, needed: z.boolean() }),
  output: empty,
  summary: 'Set whether each use of a seal needs an approval',
  changes: ['seal', 'approval'],
});

export const deleteSeal = defineCall({
  id: 'seal.deleteSeal',
  method: 'POST',
  path: '/stamp/removeById',
  access: MAKING,
  input: withSeal,
  output: empty,
  summary: 'Delete a seal; pending tasks can no longer be stamped with it ([4.4f])',
  // Excludes seal.getSeal: a deleted seal can no longer be fetched.
  changes: ['seal.listSeals', 'seal.listStamps', 'seal.listUsableSeals', 'seal.getStampProblem'],
});

export const listGrants = defineCall({
  id: 'seal.listGrants',
  method: 'GET',
  path: '/stamp/authorize/:stampId',
  access: AUTHORIZING,
  input: withSeal,
  output: z.array(
    z.object({
      userId: id,
      name: z.string(),
      /** Null for a member who is not authorized. */
      level: z.enum(GRANT_LEVELS).nullable(),
      grantedAt: time.nullable(),
    }),
  ),
  summary: 'List the members of the enterprise with their authorization for a seal ([6.3a])',
});

export const saveGrants = defineCall({
  id: 'seal.saveGrants',
  method: 'POST',
  path: '/stamp/authorize',
  access: AUTHORIZING,
  input: z.object({
    stampId: id,
    grants: z.array(z.object({ userId: id, level: z.enum(GRANT_LEVELS) })).max(500),
  }),
  output: empty,
  summary: 'Set who is authorized for a seal; members left out lose their authorization',
});

export const listRecords = defineCall({
  id: 'seal.listRecords',
  method: 'GET',
  path: '/stamp/record/:stampId',
  access: SEEING,
  input: z.object({ ...pageInput, stampId: id }),
  output: pageOf(
    z.object({
      id: z.string(),
      at: time,
      record: z.enum(SEAL_RECORDS),
      operator: z.string(),
      remark: z.string(),
      planId: z.string(),
      taskName: z.string(),
    }),
  ),
  summary: 'List the record of a seal: all changes and uses, newest first',
});

/** For a signing screen without a usable seal. */
export const getStampProblem = defineCall({
  id: 'seal.getStampProblem',
  method: 'GET',
  path: '/stamp/problem',
  access: STAMPING,
  input: nothing,
  /** Empty if there is a usable seal. */
  output: z.object({ problem: z.string(), message: z.string() }),
  summary:
    'Get the reason why the identity has no usable seal: none created, not authorized, no certificate ([8.14])',
});

/** Facts about the owner that the builder needs. */
export const getBuilderFacts = defineCall({
  id: 'seal.getBuilderFacts',
  method: 'GET',
  path: '/stamp/builder',
  access: SEEING,
  input: nothing,
  output: z.object({
    ownerName: z.string(),
    englishName: z.string(),
    creditCode: z.string(),
    maySeal: z.boolean(),
  }),
  summary: 'Get the owner’s names for the texts of a new seal, and whether the identity may create one',
});
