import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { afterInput, empty, fixedPageInput, id, pageInput, pageOf, time } from '#core/wire.ts';
import { TEMPLATES, USING } from './access.ts';
import { TEMPLATE_TYPES, templateName } from './record.ts';

/** Why a template of a group is excluded from its use. */
export const LEFT_OUT = ['DISABLED', 'OTHER_BUSINESS', 'GONE'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** A template of a group, as far as the enterprise has access; no details without access. */
const member = z.object({
  id,
  templateName: z.string(),
  templateType: z.enum(TEMPLATE_TYPES).nullable(),
  /** Null: included. */
  leftOut: z.enum(LEFT_OUT).nullable(),
});
export type GroupMember = z.output<typeof member>;

const groupRow = z.object({
  id,
  groupName: z.string(),
  businessType: z.enum(BUSINESS_TYPES),
  /** In the order of their files in the task. */
  templates: z.array(member),
  createUserName: z.string(),
  createTime: time,
  updateTime: time,
});
export type GroupRow = z.output<typeof groupRow>;

const searched = {
  groupName: z.string().trim().max(LIMITS.templateName).optional(),
  businessType: z.enum(BUSINESS_TYPES).optional(),
};

export const listGroups = defineCall({
  id: 'template.listGroups',
  method: 'GET',
  path: '/template/groupPage',
  access: TEMPLATES,
  input: z.object({ ...pageInput, ...afterInput, ...searched }),
  output: pageOf(groupRow),
  summary: 'List the groups of templates that are sent together',
});

const facts = {
  groupName: templateName,
  businessType: z.enum(BUSINESS_TYPES),
  templateIds: z.array(id).min(1).max(LIMITS.templateGroupMembers),
};
const CHANGES = ['template.listGroups', 'template.listUsableGroups', 'template.listPartRecords'] as const;

export const saveGroup = defineCall({
  id: 'template.saveGroup',
  method: 'POST',
  path: '/template/groupSave',
  access: TEMPLATES,
  once: true,
  input: z.object(facts),
  output: z.object({ id }),
  summary:
    'Create an ordered group of templates of one business type; its name must be unique in the enterprise',
  changes: CHANGES,
});

export const updateGroup = defineCall({
  id: 'template.updateGroup',
  method: 'POST',
  path: '/template/groupUpdateById',
  access: TEMPLATES,
  input: z.object({ id, ...facts, updateTime: time.optional() }),
  output: empty,
  summary: 'Rename a group, change its templates or their order',
  changes: CHANGES,
});

export const removeGroup = defineCall({
  id: 'template.removeGroup',
  method: 'POST',
  path: '/template/groupRemoveById',
  access: TEMPLATES,
  input: z.object({ id }),
  output: empty,
  summary: 'Remove a group; its templates are kept',
  changes: CHANGES,
});

const usableGroup = groupRow.pick({ id: true, groupName: true, businessType: true, templates: true });
export type UsableGroup = z.output<typeof usableGroup>;

export const listUsableGroups = defineCall({
  id: 'template.listUsableGroups',
  method: 'GET',
  path: '/template/usableGroups',
  access: USING,
  input: z.object({ ...fixedPageInput, ...afterInput, ...searched }),
  output: pageOf(usableGroup),
  summary: 'List the groups of templates from which a contract can be started',
});

/** [8.16e] The versions that a group is used with; rejected if none of its templates can be used. */
export const useGroup = defineCall({
  id: 'template.useGroup',
  method: 'GET',
  path: '/template/groupVersions',
  access: USING,
  input: z.object({ id }),
  output: z.object({
    groupName: z.string(),
    businessType: z.enum(BUSINESS_TYPES),
    /** The versions in force, in the group's order. */
    versions: z.array(z.object({ id, versionId: id, templateType: z.enum(TEMPLATE_TYPES) })).min(1),
    /** Templates of the group that are excluded. */
    leftOut: z.array(member),
  }),
  summary: 'Get the versions to use a group with; fails if none of its templates can be used',
});
