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
  /** What a file is begun with: it keeps this version, whatever becomes of the field. */
  version: z.number().int(),
  /** One of those that an enterprise begins with: its category and type stay. */
  preset: z.boolean(),
  /** Which of the preset ones, as the roster's columns are called; empty for one of the enterprise's own. */
  code: z.string(),
  name: z.string(),
  category: z.enum(FIELD_CATEGORIES),
  type: z.enum(ONBOARDING_TYPES),
  length: z.number().int().nullable(),
  options: z.array(z.string()),
  required: z.boolean(),
  shownTo: z.enum(FIELD_READERS),
  /** Of the last change. */
  operationTime: time,
  operator: z.string(),
});
/** [3.11a] */
export type OnboardingField = z.output<typeof fieldRow>;

export const listOnboardingFields = defineCall({
  id: 'employee.listOnboardingFields',
  method: 'GET',
  path: `${BASE}/list`,
  access: FIELDS,
  input: nothing,
  output: z.object({
    /** By category, within one in the order in which they are asked. */
    fields: z.array(fieldRow),
    /** How many preset ones are not among them. */
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
    /** Of what was read: a change that was made meanwhile is not written over. */
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
    /** The field of its category before which it stands then; empty: at the end. */
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
      /** As the field was called then. */
      name: z.string(),
      operator: z.string(),
      changes: z.array(fieldChange),
    }),
  ),
  summary:
    'List the changes of onboarding fields with who made them and the old and new values, newest first',
});
