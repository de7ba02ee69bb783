import { z } from 'zod';
import { APPROVAL_STATES } from '#core/approval/states.ts';
import { defineCall } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { UPLOAD_TYPES } from '#core/task/upload-types.ts';
import { empty, fixedPageInput, id, pageOf, sha256, time } from '#core/wire.ts';
import { TEMPLATES, USING } from './access.ts';
import { templateContent } from './content.ts';
import { FIELD_TYPES, ROLE_TYPES } from './parts.ts';
import { TEMPLATE_ACCESS, TEMPLATE_SCENES, TEMPLATE_STATUS, TEMPLATE_TYPES } from './record.ts';

const LISTS = ['template.listTemplates', 'template.listPartRecords', 'template.listGrants'] as const;
/** What is out of date when another version is in force, or none. */
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
  /** Of the content, SHA-256. */
  hash: sha256,
  engine: z.string(),
  /** Of the owner's people; empty for other organizations. */
  createUserName: z.string(),
  createTime: time,
});
export type VersionRow = z.output<typeof versionRow>;

/**
 * A template for editing. Its draft is the room `template:{id}` (`task.getSyncTicket`); this is what stands around it: who
 * may do what, what is in force, and what its text may refer to.
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
    /** The version in force, or the last one that was; null while none is published. */
    version: versionRow.nullable(),
    /** Contracts that run on it. */
    running: z.number().int(),
    /** The approval asked for last, as long as what it is about is not in force. */
    review: z.object({ approvalId: id, state: z.enum(APPROVAL_STATES) }).nullable(),
    /** What keeps the version from being enabled as things are now, as paths of its content and names of problems. */
    lacking: z.array(z.object({ path: z.string(), problem: z.string() })),
    /** Roles and fields of the owner, then those that the system gives. */
    roles: z.array(z.object({ id, name: z.string(), type: z.enum(ROLE_TYPES) })),
    fields: z.array(
      z.object({
        id,
        name: z.string(),
        length: z.number().int(),
        types: z.array(z.enum(FIELD_TYPES)),
      }),
    ),
    /** Pictures and docx that were uploaded for it. */
    files: z.array(sha256),
  }),
  summary: 'A template for editing: what the enterprise may do with it, what is in force and what that lacks',
});

/**
 * [4.3a,b] Enables what was drafted: the snapshot of the room becomes the next version, unless it is the one in force.
 * `number` is the version that the draft was read on (0 for none): of two who publish at once the second is told so.
 */
export const publishTemplate = defineCall({
  id: 'template.publish',
  method: 'POST',
  path: '/template/publish',
  access: TEMPLATES,
  input: z.object({ id, number: z.number().int().min(0).max(100_000), content: templateContent }),
  output: z.object({
    /** In force after it; empty where none is. */
    versionId: id.or(z.literal('')),
    number: z.number().int(),
    /** Where the enterprise's flows ask: the approval by which it is enabled; empty otherwise. */
    approvalId: id.or(z.literal('')),
  }),
  summary:
    'Enable the draft of an own template as its next version, or submit it for approval; refused with what it lacks',
  changes: [...IN_FORCE, 'approval'],
});

/** [4.3a,b] */
export const enableTemplate = defineCall({
  id: 'template.enable',
  method: 'POST',
  path: '/template/enable',
  access: TEMPLATES,
  input: z.object({ id }),
  output: z.object({ approvalId: id.or(z.literal('')) }),
  summary: 'Enable the last version of an own template again, or submit it for approval where a flow asks',
  changes: [...IN_FORCE, 'approval'],
});

/** [4.3a,b] */
export const disableTemplate = defineCall({
  id: 'template.disable',
  method: 'POST',
  path: '/template/disable',
  access: TEMPLATES,
  input: z.object({ id }),
  output: empty,
  summary: 'Disable an own template: no contract is started from it; those that run go on',
  changes: IN_FORCE,
});

/** Once for each message and colleague, however often it is sent: whoever wrote the comment may have been offline. */
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
    /** Those of them who may open the template, and so got a notice. */
    told: z.array(id),
  }),
  summary: 'Tell colleagues that a comment of a template names them',
  changes: ['notice'],
});

export const listVersions = defineCall({
  id: 'template.listVersions',
  method: 'GET',
  path: '/template/versionPage',
  access: TEMPLATES,
  input: z.object({ ...fixedPageInput, id }),
  output: pageOf(versionRow),
  summary: 'Versions of a template, the last first',
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
    /** Whether it is the version that new contracts are started from. */
    isInForce: z.boolean(),
    content: templateContent,
  }),
  summary: 'A published version with its content',
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
    templateName: z.string().trim().max(LIMITS.templateName).optional(),
    businessType: z.enum(BUSINESS_TYPES).optional(),
    sceneType: z.enum(TEMPLATE_SCENES).optional(),
  }),
  output: pageOf(usableRow),
  summary: 'Enabled templates, own and authorized, from which a contract can be started',
});

/**
 * What is in force of a template, for whoever starts contracts: asked when a contract is begun from it, and again while its
 * form is open.
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
    /** The version in force, or the last one that was; null while none is published. */
    version: z.object({ versionId: id, number: z.number().int() }).nullable(),
  }),
  summary: 'Whether a template can be used, and by which version',
});

/** [5.1b] The raw bytes of a docx or a picture of the draft, under their digest; they become the owner's. */
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
  summary: 'A docx or a picture of a template',
});
