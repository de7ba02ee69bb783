import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { afterInput, empty, id, pageInput, pageOf, time } from '#core/wire.ts';
import { TEMPLATES } from './access.ts';
import {
  TEMPLATE_ACCESS,
  TEMPLATE_LEVELS,
  TEMPLATE_SCENES,
  TEMPLATE_STATUS,
  TEMPLATE_TYPES,
  templateName,
} from './record.ts';

const templateRow = z.object({
  id,
  templateName: z.string(),
  templateType: z.enum(TEMPLATE_TYPES),
  businessType: z.enum(BUSINESS_TYPES),
  sceneType: z.enum(TEMPLATE_SCENES),
  status: z.enum(TEMPLATE_STATUS),
  /** A version waits for approval before it is enabled; visible to its owner. */
  reviewing: z.boolean(),
  /** Number of the last published version; 0 if there is none. */
  number: z.number().int(),
  /** Owning organization. */
  entName: z.string(),
  access: z.enum(TEMPLATE_ACCESS),
  /** Number of organizations that it is shared with; visible to its owner. */
  authorizedNum: z.number().int(),
  /** Shown to the owner's members; empty for other organizations. */
  createUserName: z.string(),
  createTime: time,
  updateTime: time,
});
/** [3.7] A template as listed. */
export type TemplateRow = z.output<typeof templateRow>;

/** [3.7] Templates of the enterprise, and those that other organizations authorized it to. */
export const listTemplates = defineCall({
  id: 'template.listTemplates',
  method: 'GET',
  path: '/template/page',
  access: TEMPLATES,
  input: z.object({
    ...pageInput,
    ...afterInput,
    templateName: z.string().trim().max(LIMITS.templateName).optional(),
    templateType: z.enum(TEMPLATE_TYPES).optional(),
    businessType: z.enum(BUSINESS_TYPES).optional(),
    status: z.enum(TEMPLATE_STATUS).optional(),
  }),
  output: pageOf(templateRow),
  summary: 'List the templates of the enterprise, and those that other organizations authorized it to use',
});

const facts = {
  templateName,
  businessType: z.enum(BUSINESS_TYPES),
  sceneType: z.enum(TEMPLATE_SCENES),
};

/** [5.1a] Begin a template, as a draft; its name is the only one in the enterprise. */
export const saveTemplate = defineCall({
  id: 'template.saveTemplate',
  method: 'POST',
  path: '/template/save',
  access: TEMPLATES,
  once: true,
  input: z.object({ ...facts, templateType: z.enum(TEMPLATE_TYPES) }),
  output: z.object({ id }),
  summary: 'Create a template as a draft; its name must be unique in the enterprise',
  changes: ['template.listTemplates', 'template.listPartRecords', 'template.listGrants'],
});

export const updateTemplate = defineCall({
  id: 'template.updateTemplate',
  method: 'POST',
  path: '/template/updateById',
  access: TEMPLATES,
  input: z.object({ id, ...facts, updateTime: time.optional() }),
  output: empty,
  summary: 'Change the name and purpose of a template; its type cannot change',
  changes: ['template.listTemplates', 'template.listPartRecords', 'template.listGrants'],
});

export const removeTemplate = defineCall({
  id: 'template.removeTemplate',
  method: 'POST',
  path: '/template/removeById',
  access: TEMPLATES,
  input: z.object({ id }),
  output: empty,
  summary: 'Remove a template of the enterprise, with its authorizations',
  changes: ['template.listTemplates', 'template.listPartRecords', 'template.listGrants'],
});

const grant = { entId: id, level: z.enum(TEMPLATE_LEVELS) };

/** [6.3c] Organizations authorized for a template of the enterprise. */
export const listTemplateGrants = defineCall({
  id: 'template.listGrants',
  method: 'GET',
  path: '/template/grantList',
  access: TEMPLATES,
  input: z.object({ id }),
  output: z.array(z.object({ ...grant, entName: z.string() })),
  summary: 'List the organizations authorized for a template of the enterprise',
});

/** [6.3c] [8.16h] Sets which organizations may change or see a template; those left out lose access. */
export const saveTemplateGrants = defineCall({
  id: 'template.saveGrants',
  method: 'POST',
  path: '/template/saveGrants',
  access: TEMPLATES,
  input: z.object({
    id,
    grants: z.array(z.object(grant)).max(LIMITS.templateOrganizations),
    updateTime: time.optional(),
  }),
  output: empty,
  summary:
    'Set which organizations may change or see a template of the enterprise; those left out lose access',
  changes: ['template.listTemplates', 'template.listPartRecords', 'template.listGrants'],
});
