import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { OWNER_TYPES } from '#core/identity/states.ts';
import { afterInput, empty, id, pageInput, pageOf, time } from '#core/wire.ts';
import {
  fieldLength,
  fieldName,
  joinedTypes,
  PART_RECORDS,
  partChange,
  RECORD_KINDS,
  ROLE_TYPES,
  roleName,
  roleNote,
  roleType,
} from './parts.ts';

const PARTS: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  keys: 'manage',
  may: 'manage roles and fields of templates',
  also: 'only in enterprises with the business edition; system-defined ones cannot be changed',
};

/** [6.6g] Part of the business edition as well; the procedures check it. */
/**
 * [6.6e] The owner comes from the session: the submitted type only filters rows of a list and is otherwise not trusted.
 */
const ownerType = z.enum(OWNER_TYPES);
const ownerFilter = { ownerType: ownerType.optional() };
/** The state that the editor opened; prevents overwriting a change that somebody else made since then. */
const updateTime = time.optional();
/** Searches ignore whitespace ([5.18b]). */
const searched = (max: number) => z.string().trim().max(max).optional();

/** Who created and changed a part, and whether the enterprise may change it; parts of the system have no author. */
const history = {
  createUserName: z.string(),
  createTime: time.nullable(),
  updateBy: z.string(),
  updateUserName: z.string(),
  updateTime: time.nullable(),
  ownerType,
  editable: z.boolean(),
};

const roleRow = z.object({
  id,
  roleName: z.string(),
  roleType: z.enum(ROLE_TYPES),
  note: z.string(),
  ...history,
});
/** [3.9] A role as listed. */
export type RoleRow = z.output<typeof roleRow>;

const fieldRow = z.object({
  id,
  fieldName: z.string(),
  fieldLength: z.number().int(),
  /** Comma-joined codes. */
  fieldType: z.string(),
  fieldTypeName: z.string(),
  /** 1 for the enterprise's own, 0 for built-in ones. */
  isFront: z.union([z.literal(0), z.literal(1)]),
  ...history,
});
/** [3.8] A field as listed. */
export type FieldRow = z.output<typeof fieldRow>;

/** [7.2] [5.2d] Roles of templates: the enterprise’s own, then the built-in ones. */
export const listRoles = defineCall({
  id: 'template.listRoles',
  method: 'GET',
  path: '/templaterole/page',
  access: PARTS,
  input: z.object({
    ...pageInput,
    ...afterInput,
    ...ownerFilter,
    roleName: searched(LIMITS.templateRoleName),
  }),
  output: pageOf(roleRow),
  summary: 'List the roles of templates: the enterprise’s own, then the system-defined ones',
});

const role = { roleType, roleName, note: roleNote, ...ownerFilter };

/** [7.3a] Add a role of templates; its name is unique in the enterprise. */
export const saveRole = defineCall({
  id: 'template.saveRole',
  method: 'POST',
  path: '/templaterole/save',
  access: PARTS,
  once: true,
  input: z.object(role),
  output: z.object({ id }),
  summary: 'Add a role of templates; its name must be unique in the enterprise',
  changes: ['template.listRoles', 'template.listPartRecords'],
});

/** [7.3b] Change a role; its type of signer is fixed while a template uses it. */
export const updateRole = defineCall({
  id: 'template.updateRole',
  method: 'POST',
  path: '/templaterole/updateById',
  access: PARTS,
  input: z.object({ id, ...role, updateTime }),
  output: empty,
  summary: 'Change a role; its type cannot change while a template uses it',
  changes: ['template.listRoles', 'template.listPartRecords'],
});

/** [7.3c] Remove a role that no template uses. */
export const removeRole = defineCall({
  id: 'template.removeRole',
  method: 'POST',
  path: '/templaterole/removeById',
  access: PARTS,
  input: z.object({ id }),
  output: empty,
  summary: 'Remove a role that no template uses',
  changes: ['template.listRoles', 'template.listPartRecords'],
});

/** [7.5a] [5.3d] Fields of templates: the enterprise’s own, then the built-in ones. */
export const listFields = defineCall({
  id: 'template.listFields',
  method: 'GET',
  path: '/templatefield/page',
  access: PARTS,
  input: z.object({
    ...pageInput,
    ...afterInput,
    ...ownerFilter,
    fieldName: searched(LIMITS.templateFieldName),
    fieldType: joinedTypes.optional(),
  }),
  output: pageOf(fieldRow),
  summary: 'List the fields of templates: the enterprise’s own, then the system-defined ones',
});

const field = { fieldName, fieldLength, fieldType: joinedTypes };
const isFront = z.literal(1).default(1);

/** [7.5b] Add fields of templates: all of them, or none. */
export const saveFields = defineCall({
  id: 'template.saveFields',
  method: 'POST',
  path: '/templatefield/batchSave',
  access: PARTS,
  once: true,
  input: z.object({
    fieldList: z.array(z.object(field)).min(1).max(LIMITS.templateFieldsAtOnce),
    ...ownerFilter,
    isFront,
  }),
  output: z.object({ ids: z.array(id) }),
  summary: 'Add fields of templates: all of them, or none',
  changes: ['template.listFields', 'template.listPartRecords'],
});

const update = {
  path: '/templatefield/update',
  access: PARTS,
  input: z.object({ id, ...field, ...ownerFilter, isFront, updateTime }),
  output: empty,
  changes: ['template.listFields', 'template.listPartRecords'],
} as const;

/** [7.5c] Change a field of templates. */
export const updateField = defineCall({
  ...update,
  id: 'template.updateField',
  method: 'POST',
  summary: 'Change a field of templates',
});

/** [7.5c] The same with PUT. */
export const putField = defineCall({
  ...update,
  id: 'template.putField',
  method: 'PUT',
  summary: 'Change a field of templates, by PUT',
});

/** [7.5d] Remove a field that no template uses. */
export const removeField = defineCall({
  id: 'template.removeField',
  method: 'POST',
  path: '/templatefield/removeById',
  access: PARTS,
  input: z.object({ id }),
  output: empty,
  summary: 'Remove a field that no template uses',
  changes: ['template.listFields', 'template.listPartRecords'],
});

/** [7.4] [3.10a] Types of roles or of fields, named in the language of the request. */
export const searchDictionary = defineCall({
  id: 'template.searchDictionary',
  method: 'GET',
  path: '/template/searchDictionary',
  access: PARTS,
  input: z.object({ dicType: z.enum(['TEMPLATE_SIGN_ROLE_TYPE', 'TEMPLATE_FIELD_TYPE']) }),
  output: z.array(z.object({ id: z.string(), dicName: z.string(), dicCode: z.string() })),
  summary: 'List the types of roles or fields, named in the language of the request',
});

/** Changes of roles, fields, templates or clauses, newest first. */
export const listPartRecords = defineCall({
  id: 'template.listPartRecords',
  method: 'GET',
  path: '/template/recordPage',
  access: {
    actor: 'enterprise',
    roles: CONSOLE,
    may: 'see who changed templates, their roles, fields and clauses',
    also: 'roles and fields: only in enterprises with the business edition',
  },
  input: z.object({ ...pageInput, kind: z.enum(RECORD_KINDS) }),
  output: pageOf(
    z.object({
      id,
      at: time,
      record: z.enum(PART_RECORDS),
      name: z.string(),
      operator: z.string(),
      changes: z.array(partChange),
    }),
  ),
  summary: 'List the changes of roles, fields, templates or clauses, with who made them',
});
