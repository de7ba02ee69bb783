import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';
import { empty, fixedPageInput, id, nothing, pageOf, time } from '#core/wire.ts';
import {
  FIELD_CATEGORIES,
  FIELD_READERS,
  FIELD_RECORDS,
  fieldChange,
  fieldDefinition,
  ONBOARDING_TYPES,
} from './onboarding-fields.ts';

const FIELDS: Access = {
  actor: 'enterprise',
  roles: EMPLOYEE_KEEPERS,
  may: 'manage the fields of onboarding: see, add, change, order and remove them',
};

const BASE = '/cb/assemble/entryField';

const fieldRow = z.object({
  fieldId: id,
  /** Files keep the version that they were started with, regardless of later changes. */
  version: z.number().int(),
  /** Whether it is a preset field, whose category and type cannot be changed. */
  preset: z.boolean(),
  /** Code of the preset field, equal to the roster's column; empty for the enterprise's own fields. */
  code: z.string(),
  name: z.string(),
  category: z.enum(FIELD_CATEGORIES),
  type: z.enum(ONBOARDING_TYPES),
  length: z.number().int().nullable(),
  options: z.array(z.string()),
  required: z.boolean(),
  shownTo: z.enum(FIELD_READERS),
  /** Time of the last change. */
  operationTime: time,
  operator: z.string(),
});
/** [3.11a] An onboarding field. */
export type OnboardingField = z.output<typeof fieldRow>;

export const listOnboardingFields = defineCall({
  id: 'employee.listOnboardingFields',
  method: 'GET',
  path: `${BASE}/list`,
  access: FIELDS,
  input: nothing,
  output: z.object({
    /** By category, and in each in the order of the form. */
    fields: z.array(fieldRow),
    /** Number of preset fields that are not in use. */
    presetsLeft: z.number().int(),
  }),
  summary: 'List the fields that newcomers of the enterprise fill in',
});

const CHANGES = ['employee.listOnboardingFields', 'employee.listOnboardingRecords'];

export const addOnboardingField = defineCall({
  id: 'employee.addOnboardingField',
  method: 'POST',
  path: `${BASE}/save`,
  access: FIELDS,
  input: z.object({ field: fieldDefinition }),
  output: z.object({ fieldId: id }),
  summary: 'Add a field at the end of its category',
  once: true,
  validates: true,
  changes: CHANGES,
});

export const addPresetFields = defineCall({
  id: 'employee.addPresetFields',
  method: 'POST',
  path: `${BASE}/savePreset`,
  access: FIELDS,
  input: nothing,
  output: z.object({ added: z.number().int() }),
  summary: 'Add the missing preset fields, named in the caller’s language',
  once: true,
  changes: CHANGES,
});

export const changeOnboardingField = defineCall({
  id: 'employee.changeOnboardingField',
  method: 'POST',
  path: `${BASE}/updateById`,
  access: FIELDS,
  input: z.object({
    fieldId: id,
    /** Version that was read: a concurrent change is not overwritten. */
    version: z.number().int(),
    field: fieldDefinition,
  }),
  output: z.object({ version: z.number().int() }),
  summary: 'Change a field for files started from now on',
  validates: true,
  changes: CHANGES,
});

export const moveOnboardingField = defineCall({
  id: 'employee.moveOnboardingField',
  method: 'POST',
  path: `${BASE}/move`,
  access: FIELDS,
  input: z.object({
    fieldId: id,
    /** The field of the same category before which it is placed; empty: at the end. */
    beforeId: id.or(z.literal('')).default(''),
  }),
  output: empty,
  summary: 'Change the position of a field in its category',
  changes: CHANGES,
});

export const removeOnboardingField = defineCall({
  id: 'employee.removeOnboardingField',
  method: 'POST',
  path: `${BASE}/removeById`,
  access: FIELDS,
  input: z.object({ fieldId: id }),
  output: empty,
  summary: 'Remove a field; files started with it keep it',
  changes: CHANGES,
});

export const listOnboardingRecords = defineCall({
  id: 'employee.listOnboardingRecords',
  method: 'GET',
  path: `${BASE}/recordPage`,
  access: FIELDS,
  input: z.object(fixedPageInput),
  output: pageOf(
    z.object({
      id,
      fieldId: id,
      version: z.number().int(),
      at: time,
      record: z.enum(FIELD_RECORDS),
      /** Name of the field at that time. */
      name: z.string(),
      operator: z.string(),
      changes: z.array(fieldChange),
    }),
  ),
  summary:
    'List the changes of onboarding fields with who made them and the old and new values, newest first',
});
