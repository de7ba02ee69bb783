/**
 * What programs do with an address book: the edge asks the book's room, which has the document. Both sides parse by these
 * rules.
 */
import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { CONTACT_TYPES, groupName } from './contact.ts';

const key = z.string().regex(/^[0-9a-z]{1,40}$/);
const text = (max: number) => z.string().max(max);

/** A page of contacts in the order of their keys, below `after`. */
export const contactQuery = z.object({
  after: key.optional(),
  size: z.coerce.number().int().min(1).max(1_000).default(50),
  name: text(100).optional(),
  groupName: text(100).optional(),
});

/** A contact as programs write it: what is left out stays as it is, or is empty in a new one. */
export const contactInput = z.object({
  contactId: key.optional(),
  type: z.enum(CONTACT_TYPES).optional(),
  name: text(200).optional(),
  entName: text(200).optional(),
  person: text(200).optional(),
  phone: text(40).optional(),
  email: text(200).optional(),
  idType: z.enum(ID_TYPES).or(z.literal('')).optional(),
  idNumber: text(40).optional(),
  note: text(LIMITS.contactNote * 4).optional(),
  /** Names; one that there is not yet is made. */
  groups: z.array(groupName).max(20).optional(),
});

/** What a program is told of a contact: no number of an identity document. */
export const contactOutput = z.object({
  contactId: z.string(),
  type: z.enum(CONTACT_TYPES),
  name: z.string(),
  entName: z.string(),
  person: z.string(),
  phone: z.string(),
  email: z.string(),
  note: z.string(),
  groups: z.array(z.string()),
});
export const contactPage = z.object({ records: z.array(contactOutput), total: z.number().int() });

/** Order to a book's room; a contact without a key of the book is made under the given one. */
export const bookOrder = z.discriminatedUnion('act', [
  contactQuery.extend({ act: z.literal('list') }),
  z.object({
    act: z.literal('save'),
    contacts: z.array(contactInput.extend({ contactId: key, isNew: z.boolean() })).max(200),
  }),
  z.object({ act: z.literal('remove'), contactIds: z.array(key).max(500) }),
]);
export type BookOrder = z.output<typeof bookOrder>;
export type BookChange = Exclude<BookOrder, { act: 'list' }>;

/** `full`: the book has no space for as many. Nothing is written unless `problems` is empty. */
export const bookAnswer = z.object({
  changed: z.number().int(),
  problems: z.array(z.object({ path: z.string(), problem: z.string() })),
  full: z.boolean(),
});
export type BookAnswer = z.output<typeof bookAnswer>;
