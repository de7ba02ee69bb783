import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { departmentId } from '#core/company/department-calls.ts';
import { EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';
import { checkIdNumber, idNumber, idType } from '#core/realname/id-document.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { personName } from '#core/validate/name-rules.ts';
import { mobile } from '#core/validate/rules.ts';
import { empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import {
  ITEM_STATES,
  MASKED_CATEGORIES,
  NEWCOMER_LIMITS,
  NEWCOMER_RECORDS,
  NEWCOMER_STATES,
} from './newcomer.ts';
import { FIELD_CATEGORIES, FIELD_LIMITS, FIELD_READERS, ONBOARDING_TYPES } from './onboarding-fields.ts';
import { wantedDay } from './sections.ts';

const NEWCOMERS: Access = {
  actor: 'enterprise',
  roles: EMPLOYEE_KEEPERS,
  may: 'onboard newcomers: add them, review their submissions, remind, send back, cancel, complete and archive',
  also: 'each access to masked data is recorded with the newcomer; salary and insurance: not HR from whom they are withheld',
};

const BASE = '/cb/assemble/entry';
const LIST = 'employee.listNewcomers';
const FACTS = [LIST, 'employee.getNewcomer'];

const newcomerRow = z.object({
  newcomerId: id,
  realName: z.string(),
  /** Masked: 138****0001. */
  mobile: z.string(),
  /** Names from the root down; empty for none. */
  department: z.array(z.string()),
  state: z.enum(NEWCOMER_STATES),
  archived: z.boolean(),
  /** When the file entered its state. */
  since: time,
  addedAt: time,
  /** Number of fields in the file, and of those with a value. */
  asked: z.number().int(),
  given: z.number().int(),
  /** Whether somebody with the same ID number was employed before. */
  returning: z.boolean(),
});
export type NewcomerRow = z.output<typeof newcomerRow>;

export const listNewcomers = defineCall({
  id: LIST,
  method: 'GET',
  path: `${BASE}/page`,
  access: NEWCOMERS,
  input: z.object({
    ...fixedPageInput,
    /** ARCHIVED: completed or cancelled files that were archived ([4.11b]). */
    state: z.enum([...NEWCOMER_STATES, 'ARCHIVED']).default('TO_REVIEW'),
    /** Part of the name, or the complete mobile number. */
    name: z.string().max(50).optional(),
  }),
  output: pageOf(newcomerRow).extend({
    /** Number of files in each state; archived ones are counted separately. */
    counts: z.record(z.string(), z.number().int()),
  }),
  summary: 'List the newcomers in one state, longest waiting first, with the count of each state',
});

/** [3.11b] Data of a newcomer that HR enters. */
export const newcomerForm = z
  .object({
    realName: personName(),
    mobile: mobile(),
    idType,
    idNumber,
    departmentId: departmentId.default(''),
  })
  .superRefine((form, context) => checkIdNumber(form.idType, form.idNumber, 'idNumber', context));

export const addNewcomers = defineCall({
  id: 'employee.addNewcomers',
  method: 'POST',
  path: `${BASE}/save`,
  access: NEWCOMERS,
  input: z.object({
    people: z.array(newcomerForm).min(1).max(NEWCOMER_LIMITS.atOnce),
    /** Fields and papers requested from these newcomers; each file keeps their current versions. */
    fieldIds: z.array(id).min(1).max(FIELD_LIMITS.fields),
  }),
  output: z.object({ newcomerIds: z.array(id) }),
  summary: 'Add newcomers and send each a link to the form',
  once: true,
  validates: true,
  changes: [LIST],
});

const item = z.object({
  itemId: id,
  name: z.string(),
  category: z.enum(FIELD_CATEGORIES),
  type: z.enum(ONBOARDING_TYPES),
  length: z.number().int().nullable(),
  options: z.array(z.string()),
  required: z.boolean(),
  shownTo: z.enum(FIELD_READERS),
  state: z.enum(ITEM_STATES),
  /** Masked value; the ID of a picture. Empty before it was submitted. */
  value: z.string(),
  reason: z.string(),
});
export type NewcomerItem = z.output<typeof item>;

const detail = newcomerRow.extend({
  version: z.number().int(),
  idType: z.enum(ID_TYPES),
  /** Masked. */
  idNumber: z.string(),
  departmentId: z.string(),
  /** When the link expires; null after its use. */
  linkEnds: time.nullable(),
  /** Entry date from the fields, if it was filled in. */
  entryDate: z.string(),
  /** By category, in the order of the fields. */
  items: z.array(item),
  /** When all but name, states and log were erased; null before. */
  erasedAt: time.nullable(),
  /** The employee in the roster; null before completion. */
  employeeId: id.nullable(),
  /** Whether the newcomer is a member of the enterprise. */
  member: z.boolean(),
  /** Newest first. */
  records: z.array(
    z.object({ at: time, record: z.enum(NEWCOMER_RECORDS), operator: z.string(), remark: z.string() }),
  ),
});
export type NewcomerDetail = z.output<typeof detail>;

export const getNewcomer = defineCall({
  id: 'employee.getNewcomer',
  method: 'GET',
  path: `${BASE}/detail/:newcomerId`,
  access: NEWCOMERS,
  input: z.object({ newcomerId: id }),
  output: detail,
  summary: 'Get a newcomer’s file; personal data is masked',
});

export const revealNewcomer = defineCall({
  id: 'employee.revealNewcomer',
  method: 'POST',
  path: `${BASE}/reveal`,
  access: NEWCOMERS,
  input: z.object({ newcomerId: id, category: z.enum(MASKED_CATEGORIES) }),
  output: z.object({
    /** By item. */
    values: z.record(z.string(), z.string()),
    /** With the personal category; empty for others. */
    mobile: z.string(),
    idNumber: z.string(),
  }),
  summary: 'Get a category of a newcomer’s file unmasked; the access is recorded',
  audited: true,
});

export const getNewcomerImage = defineCall({
  id: 'employee.getNewcomerImage',
  method: 'GET',
  path: `${BASE}/image/:imageId`,
  answer: 'file',
  access: NEWCOMERS,
  input: z.object({ imageId: id }),
  output: z.unknown(),
  summary: 'Get a submitted paper; the access is recorded',
});

const versioned = { newcomerId: id, version: z.number().int() };

export const fillNewcomer = defineCall({
  id: 'employee.fillNewcomer',
  method: 'POST',
  path: `${BASE}/fill`,
  access: NEWCOMERS,
  input: z.object({ ...versioned, values: z.record(id, severalLines(z.string().max(2_000))) }),
  output: empty,
  summary: 'Fill in the fields that only HR sees; an empty value clears the field',
  validates: true,
  changes: FACTS,
});

export const uploadNewcomerImage = defineCall({
  id: 'employee.uploadNewcomerImage',
  method: 'POST',
  path: `${BASE}/image`,
  body: 'multipart',
  access: NEWCOMERS,
  input: z.object({ newcomerId: id, itemId: id, file: z.instanceof(Blob) }),
  output: z.object({ imageId: id }),
  summary: 'Upload the photo of a paper that only HR sees; it replaces the previous one',
  changes: FACTS,
});

export const reviewNewcomer = defineCall({
  id: 'employee.reviewNewcomer',
  method: 'POST',
  path: `${BASE}/review`,
  access: NEWCOMERS,
  input: z.object({
    ...versioned,
    itemIds: z.array(id).min(1).max(FIELD_LIMITS.fields),
    verdict: z.enum(['APPROVED', 'TO_CORRECT']),
    /** The reason for the newcomer; required for TO_CORRECT. */
    reason: severalLines(z.string().trim().max(NEWCOMER_LIMITS.reason)).default(''),
  }),
  output: empty,
  summary: 'Approve fields and papers, or mark them for correction',
  validates: true,
  changes: FACTS,
});

const act = (name: string, summary: string) =>
  defineCall({
    id: `employee.${name}`,
    method: 'POST',
    path: `${BASE}/${name}`,
    access: NEWCOMERS,
    input: z.object(versioned),
    output: empty,
    summary,
    changes: FACTS,
  });

export const sendNewcomerBack = act(
  'sendNewcomerBack',
  'Send the file back; the newcomer corrects only what was marked',
);
export const remindNewcomer = act(
  'remindNewcomer',
  'Send the message again, at most once an hour; before the first log-in with a new link',
);
export const cancelNewcomer = act(
  'cancelNewcomer',
  'End an onboarding; the newcomer is told, the draft goes',
);

export const archiveNewcomer = defineCall({
  id: 'employee.archiveNewcomer',
  method: 'POST',
  path: `${BASE}/archive`,
  access: NEWCOMERS,
  input: z.object({ ...versioned, archived: z.boolean() }),
  output: empty,
  summary: 'Archive an ended file, or restore it ([4.11b])',
  changes: FACTS,
});

export const completeNewcomer = defineCall({
  id: 'employee.completeNewcomer',
  method: 'POST',
  path: `${BASE}/complete`,
  access: NEWCOMERS,
  input: z.object({ ...versioned, entryDate: wantedDay, departmentId: departmentId.default('') }),
  output: z.object({ employeeId: id }),
  summary: 'Add the newcomer to the roster and invite them to the enterprise',
  once: true,
  validates: true,
  changes: [...FACTS, 'employee.listEmployees'],
});
