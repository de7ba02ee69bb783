import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { empty, id, nothing, time } from '#core/wire.ts';
import { ITEM_STATES, NEWCOMER_STATES } from './newcomer.ts';
import { FIELD_CATEGORIES, ONBOARDING_TYPES } from './onboarding-fields.ts';

const OPEN_LINK: Access = {
  actor: 'anyone',
  may: 'see the enterprise and the masked mobile number that a link to an onboarding form is for',
  also: 'only with the link’s secret',
};
const OWN: Access = {
  actor: 'session',
  may: 'fill in and submit their own onboarding form',
  also: 'only the person whose mobile number HR entered; once claimed, nobody else',
};

const BASE = '/cb/assemble/entryForm';
const OWN_LIST = 'employee.listOwnEntries';

/** The secret of a link: a keyed digest in hex. */
const token = z.string().regex(/^[0-9a-f]{64}$/);

export const openEntryLink = defineCall({
  id: 'employee.openEntryLink',
  method: 'POST',
  path: `${BASE}/open`,
  access: OPEN_LINK,
  input: z.object({ token }),
  output: z.object({
    entName: z.string(),
    /** Masked. */
    name: z.string(),
    mobile: z.string(),
    /** The newcomer has claimed the form and must log in to continue. */
    claimed: z.boolean(),
    endsAt: time,
  }),
  summary: 'Get the purpose of a link to an onboarding form',
});

export const claimEntry = defineCall({
  id: 'employee.claimEntry',
  method: 'POST',
  path: `${BASE}/claim`,
  access: OWN,
  input: z.object({ token }),
  output: z.object({ newcomerId: id }),
  summary: 'Claim the form; the mobile number of the account proves the identity',
  changes: [OWN_LIST],
});

const ownItem = z.object({
  itemId: id,
  name: z.string(),
  category: z.enum(FIELD_CATEGORIES),
  type: z.enum(ONBOARDING_TYPES),
  length: z.number().int().nullable(),
  options: z.array(z.string()),
  required: z.boolean(),
  shownTo: z.literal('NEWCOMER'),
  state: z.enum(ITEM_STATES),
  /** HR's reason for the correction. */
  reason: z.string(),
});
export type EntryItem = z.output<typeof ownItem>;

const ownEntry = z.object({
  newcomerId: id,
  entId: id,
  entName: z.string(),
  realName: z.string(),
  state: z.enum(NEWCOMER_STATES),
  since: time,
  items: z.array(ownItem),
  /** Whether the newcomer is a member of the enterprise or has applied. */
  member: z.boolean(),
});
export type OwnEntry = z.output<typeof ownEntry>;

export const listOwnEntries = defineCall({
  id: OWN_LIST,
  method: 'GET',
  path: `${BASE}/list`,
  access: OWN,
  input: nothing,
  output: z.object({ entries: z.array(ownEntry) }),
  summary: 'List the person’s own onboarding forms, newest first; without the values, which are in the draft',
});

export const enterEntryRoom = defineCall({
  id: 'employee.enterEntryRoom',
  method: 'POST',
  path: `${BASE}/ticket`,
  access: OWN,
  input: z.object({ newcomerId: id }),
  output: z.object({ token: z.string(), expiresAt: time }),
  summary: 'Get a short-lived ticket for the draft of the person’s own form, which nobody else can open',
  changes: [OWN_LIST],
});

export const uploadEntryImage = defineCall({
  id: 'employee.uploadEntryImage',
  method: 'POST',
  path: `${BASE}/image`,
  body: 'multipart',
  access: OWN,
  input: z.object({ newcomerId: id, itemId: id, file: z.instanceof(Blob) }),
  output: z.object({ imageId: id }),
  summary: 'Upload the photo of a paper; it replaces the previous one',
  changes: [OWN_LIST],
});

export const getEntryImage = defineCall({
  id: 'employee.getEntryImage',
  method: 'GET',
  path: `${BASE}/image/:imageId`,
  answer: 'file',
  access: OWN,
  input: z.object({ imageId: id }),
  output: z.unknown(),
  summary: 'Get a paper that the person uploaded',
});

export const handInEntry = defineCall({
  id: 'employee.handInEntry',
  method: 'POST',
  path: `${BASE}/handIn`,
  access: OWN,
  /** By item; rejects items that are currently not requested. */
  input: z.object({ newcomerId: id, values: z.record(id, severalLines(z.string().max(2_000))) }),
  output: empty,
  summary: 'Submit the form for review',
  validates: true,
  changes: [OWN_LIST],
});
