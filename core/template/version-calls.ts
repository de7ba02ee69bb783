import { z } from 'zod';
import { APPROVAL_STATES } from '#core/approval/states.ts';
import { defineCall } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { UPLOAD_TYPES } from '#core/task/upload-types.ts';
import { afterInput, empty, fixedPageInput, id, pageOf, sha256, time } from '#core/wire.ts';
import { TEMPLATES, USING } from './access.ts';
import { templateContent } from './content.ts';
import { FIELD_TYPES, ROLE_TYPES } from './parts.ts';
import { TEMPLATE_ACCESS, TEMPLATE_SCENES, TEMPLATE_STATUS, TEMPLATE_TYPES } from './record.ts';

const LISTS = ['template.listTemplates', 'template.listPartRecords', 'template.listGrants'] as const;
/** Queries that are stale when the version in force changes or is disabled. */
const IN_FORCE = [
  ...LISTS,
  'template.readTemplate',
  'template.listVersions',
  'template.listUsable',
  'template.readUsable',
  'template.listRoles',
  'template.listFields',
];

const facts = {
  id,
  templateName: z.string(),
  templateType: z.enum(TEMPLATE_TYPES),
  businessType: z.enum(BUSINESS_TYPES),
  sceneType: z.enum(TEMPLATE_SCENES),
  /** Owning organization. */
  entName: z.string(),
  access: z.enum(TEMPLATE_ACCESS),
};

const versionRow = z.object({
  versionId: id,
  number: z.number().int(),
  /** SHA-256 of the content. */
  hash: sha256,
  engine: z.string(),
  /** Shown to the owner's members; empty for other organizations. */
  createUserName: z.string(),
  createTime: time,
});
export type VersionRow = z.output<typeof versionRow>;

/**
 * A template for editing. Its draft is the room `template:{id}` (`task.getSyncTicket`); this adds permissions, the
 * version in force, and the parts that its text may refer to.
 */
export const readTemplate = defineCall({
  id: 'template.readTemplate',
  method: 'GET',
  path: '/template/detail',
  access: TEMPLATES,
  input: z.object({ id }),
  output: z.object({
    ...facts,
    status: z.enum(TEMPLATE_STATUS),
    updateTime: time,
    /** The version in force, or the last one that was; null if none has been published. */
    version: versionRow.nullable(),
    /** Number of running contracts based on it. */
    running: z.number().int(),
    /** The most recent approval, until its version is in force. */
    review: z.object({ approvalId: id, state: z.enum(APPROVAL_STATES) }).nullable(),
    /** Problems that currently prevent the version from being enabled, as paths in its content and problem names. */
    lacking: z.array(z.object({ path: z.string(), problem: z.string() })),
    /** Roles and fields of the owner, followed by the built-in ones. */
    roles: z.array(z.object({ id, name: z.string(), type: z.enum(ROLE_TYPES) })),
    fields: z.array(
      z.object({
        id,
        name: z.string(),
        length: z.number().int(),
        types: z.array(z.enum(FIELD_TYPES)),
      }),
    ),
    /** Pictures and docx files uploaded for it. */
    files: z.array(sha256),
  }),
  summary: 'Get a template for editing: the enterprise’s access, the version in force and its problems',
});

/**
 * [4.3a,b] Publishes the draft: the snapshot of the room becomes the next version, unless it equals the one in force.
 * `number` is the version that the draft was based on (0 for none): of two concurrent publications the second is
 * rejected.
 */
export const publishTemplate = defineCall({
  id: 'template.publish',
  method: 'POST',
  path: '/template/publish',
  access: TEMPLATES,
  input: z.object({ id, number: z.number().int().min(0).max(100_000), content: templateContent }),
  output: z.object({
    /** The version in force afterwards; empty if there is none. */
    versionId: id.or(z.literal('')),
    number: z.number().int(),
    /** The approval by which it will be enabled, if the enterprise's flows require one; empty otherwise. */
    approvalId: id.or(z.literal('')),
  }),
  summary:
    'Publish the draft of a template of the enterprise as its next version, or submit it for approval; fails if it has problems',
  changes: [...IN_FORCE, 'approval'],
});

/** [4.3a,b] Enables the last version of a template again, or submits it for approval if a flow requires it. */
export const enableTemplate = defineCall({
  id: 'template.enable',
  method: 'POST',
  path: '/template/enable',
  access: TEMPLATES,
  input: z.object({ id }),
  output: z.object({ approvalId: id.or(z.literal('')) }),
  summary:
    'Enable the last version of a template of the enterprise again, or submit it for approval if a flow requires it',
  changes: [...IN_FORCE, 'approval'],
});

/** [4.3a,b] Disables a template: no new contracts can be started from it, running ones continue. */
export const disableTemplate = defineCall({
  id: 'template.disable',
  method: 'POST',
  path: '/template/disable',
  access: TEMPLATES,
  input: z.object({ id }),
  output: empty,
  summary:
    'Disable a template of the enterprise: no new contracts can be started from it, running ones continue',
  changes: IN_FORCE,
});

/**
 * Sends one notice per message and colleague, however often it is called: the author of the comment may have been
 * offline.
 */
export const tellMentioned = defineCall({
  id: 'template.tellMentioned',
  method: 'POST',
  path: '/template/mention',
  access: TEMPLATES,
  input: z.object({
    id,
    /** The message's key in the room. */
    message: z.string().regex(/^[0-9a-z]{8,40}$/),
    accountIds: z.array(id).min(1).max(20),
  }),
  output: z.object({
    /** Those of them who may open the template and therefore received a notice. */
    told: z.array(id),
  }),
  summary: 'Notify colleagues who are mentioned in a comment of a template',
  changes: ['notice'],
});

export const listVersions = defineCall({
  id: 'template.listVersions',
  method: 'GET',
  path: '/template/versionPage',
  access: TEMPLATES,
  input: z.object({ ...fixedPageInput, ...afterInput, id }),
  output: pageOf(versionRow),
  summary: 'List the versions of a template, newest first',
});

export const readVersion = defineCall({
  id: 'template.readVersion',
  method: 'GET',
  path: '/template/version',
  access: USING,
  input: z.object({ versionId: id }),
  output: z.object({
    ...facts,
    status: z.enum(TEMPLATE_STATUS),
    version: versionRow,
    /** Whether new contracts are started from this version. */
    isInForce: z.boolean(),
    content: templateContent,
  }),
  summary: 'Get a published version with its content',
});

const usableRow = z.object({
  ...facts,
  versionId: id,
  number: z.number().int(),
  updateTime: time,
});
export type UsableRow = z.output<typeof usableRow>;

/** [5.11c] By business type, which is chosen before the template. */
export const listUsable = defineCall({
  id: 'template.listUsable',
  method: 'GET',
  path: '/template/usablePage',
  access: USING,
  input: z.object({
    ...fixedPageInput,
    ...afterInput,
    templateName: z.string().trim().max(LIMITS.templateName).optional(),
    businessType: z.enum(BUSINESS_TYPES).optional(),
    sceneType: z.enum(TEMPLATE_SCENES).optional(),
  }),
  output: pageOf(usableRow),
  summary: 'List the enabled templates, own and authorized, from which a contract can be started',
});

/**
 * The version of a template in force, for starting contracts: fetched when a contract is started from it, and again
 * while its form is open.
 */
export const readUsable = defineCall({
  id: 'template.readUsable',
  method: 'GET',
  path: '/template/usable',
  access: USING,
  input: z.object({ id }),
  output: z.object({
    templateName: z.string(),
    businessType: z.enum(BUSINESS_TYPES),
    status: z.enum(TEMPLATE_STATUS),
    /** Whether the caller may still send contracts of this business type ([6.2b]). */
    businessTypeGiven: z.boolean(),
    /** The version in force, or the last one that was; null if none has been published. */
    version: z.object({ versionId: id, number: z.number().int() }).nullable(),
  }),
  summary: 'Get whether a template can be used, and with which version',
});

/**
 * [5.1b] The raw bytes of the draft's docx or of a picture, keyed by digest; the template's owner becomes their owner.
 */
export const uploadTemplateFile = defineCall({
  id: 'template.uploadFile',
  method: 'PUT',
  path: '/template/file/:id/:fileKey',
  body: 'bytes',
  access: TEMPLATES,
  input: z.object({ id, fileKey: sha256, fileType: z.enum(UPLOAD_TYPES).extract(['DOCX', 'PNG', 'JPEG']) }),
  output: z.object({ fileKey: sha256, size: z.number().int() }),
  summary: 'Upload a docx or a picture of a template under its SHA-256',
  changes: ['template.readTemplate'],
});

export const downloadTemplateFile = defineCall({
  id: 'template.downloadFile',
  method: 'GET',
  path: '/template/file/:id/:fileKey',
  answer: 'file',
  access: USING,
  input: z.object({ id, fileKey: sha256 }),
  output: z.unknown(),
  summary: 'Download a docx or a picture of a template',
});
