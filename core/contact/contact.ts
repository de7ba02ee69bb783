import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { isEnterpriseName, normalizeEnterpriseName } from '#core/validate/enterprise-name.ts';
import { isPlainLine, isPlainText } from '#core/validate/hidden-characters.ts';
import { ID_TYPES, type IdType, isIdNumber, normalizeIdNumber } from '#core/validate/id-number.ts';
import { normalizePersonName } from '#core/validate/names.ts';
import { email, orEmpty, phone } from '#core/validate/rules.ts';

/** [3.19a] Type of a contact: an enterprise, a person, or a department of an enterprise. */
export const CONTACT_TYPES = ['ENTERPRISE', 'PERSON', 'DEPARTMENT'] as const;
export type ContactType = (typeof CONTACT_TYPES)[number];

/** The stored facts of a contact. Unknown facts are empty. */
export interface ContactFacts {
  type: ContactType;
  /** Name of the enterprise, person or department. */
  name: string;
  /** The enterprise of a department or person. */
  entName: string;
  /** The person who acts for an enterprise or a department. */
  person: string;
  phone: string;
  email: string;
  /** Only for a person. */
  idType: IdType | '';
  idNumber: string;
  note: string;
}
/** `groups`: keys of the contact's groups. */
export type Contact = ContactFacts & { contactId: string; groups: readonly string[] };

export interface ContactGroup {
  groupId: string;
  name: string;
  position: number;
}

export const EMPTY_CONTACT: ContactFacts = {
  type: 'ENTERPRISE',
  name: '',
  entName: '',
  person: '',
  phone: '',
  email: '',
  idType: '',
  idNumber: '',
  note: '',
};
export const CONTACT_FIELDS = [
  'type',
  'name',
  'entName',
  'person',
  'phone',
  'email',
  'idType',
  'idNumber',
  'note',
] as const satisfies readonly (keyof ContactFacts)[];

/** Whether two contacts without a number are reached at different addresses. */
export const differByMail = (
  a: Pick<ContactFacts, 'phone' | 'email'>,
  b: Pick<ContactFacts, 'phone' | 'email'>,
): boolean =>
  a.phone === '' &&
  b.phone === '' &&
  a.email !== '' &&
  b.email !== '' &&
  a.email.toLowerCase() !== b.email.toLowerCase();

const oneLine = (max: number) =>
  z
    .string()
    .max(2_000)
    .transform((text) => text.trim().replace(/\s+/gu, ' '))
    .refine((text) => isPlainLine(text) && [...text].length <= max, {
      message: 'contact:rule.tooLong',
      params: { problem: 'tooLong' },
    });

const nameOfEnterprise = z
  .string()
  .max(2_000)
  .transform((text) => (text.trim() === '' ? '' : normalizeEnterpriseName(text)))
  .refine((text) => text === '' || isEnterpriseName(text), {
    message: 'rule:enterpriseName',
    params: { problem: 'rule:enterpriseName' },
  });
const nameOfPerson = oneLine(50).transform(normalizePersonName);

/**
 * [3.19a] Validates a contact; forms, imported rows and rows of the shared document use the same rules. The output is
 * normalized for storage: full-width brackets in enterprises' names, numbers without spaces, and empty facts that the
 * type does not use. Rejects unknown ID types and numbers that do not match their type.
 */
export const contactRules = z
  .object({
    type: z.enum(CONTACT_TYPES),
    name: oneLine(100).refine((text) => text !== '', {
      message: 'contact:rule.nameRequired',
      params: { problem: 'nameRequired' },
    }),
    entName: nameOfEnterprise.default(''),
    person: nameOfPerson.default(''),
    phone: orEmpty(phone()).default(''),
    email: orEmpty(email()).default(''),
    idType: z.enum(ID_TYPES).or(z.literal('')).default(''),
    idNumber: z.string().max(40).transform(normalizeIdNumber).default(''),
    note: z
      .string()
      .max(LIMITS.contactNote * 4)
      .transform((text) => text.trim())
      .refine((text) => isPlainText(text) && [...text].length <= LIMITS.contactNote, {
        message: 'contact:rule.tooLong',
        params: { problem: 'tooLong' },
      })
      .default(''),
  })
  .transform((contact, context): ContactFacts => {
    const wrong = (path: keyof ContactFacts, problem: string) =>
      context.addIssue({ code: 'custom', path: [path], message: problem, params: { problem } });
    if (contact.type === 'PERSON') {
      const name = normalizePersonName(contact.name);
      if ([...name].length > 50) wrong('name', 'contact:rule.tooLong');
      if (contact.idNumber !== '' && contact.idType === '') wrong('idType', 'contact:rule.idTypeRequired');
      if (contact.idType !== '' && contact.idNumber !== '' && !isIdNumber(contact.idType, contact.idNumber))
        wrong('idNumber', 'rule:idNumber');
      return { ...contact, name, person: '', idType: contact.idNumber === '' ? '' : contact.idType };
    }
    const none = { idType: '' as const, idNumber: '' };
    if (contact.type === 'DEPARTMENT') {
      if ([...contact.name].length > 50) wrong('name', 'contact:rule.tooLong');
      if (contact.entName === '') wrong('entName', 'contact:rule.entNameRequired');
      return { ...contact, ...none };
    }
    const name = normalizeEnterpriseName(contact.name);
    if (!isEnterpriseName(name)) wrong('name', 'rule:enterpriseName');
    return { ...contact, ...none, name, entName: '' };
  });

export const groupName = oneLine(LIMITS.contactGroupName).refine((text) => text !== '', {
  message: 'contact:rule.nameRequired',
  params: { problem: 'nameRequired' },
});

/** Texts that the rules accept and do not change, as nearly all stored ones are. */
const SETTLED = {
  name: /^[\p{Script=Han}（）0-9A-Za-z]{2,50}$/u,
  phone: /^1[3-9]\d{9}$/,
  email: /^[0-9a-z]{1,32}(?:[._-][0-9a-z]{1,16})?@[0-9a-z]{1,32}(?:\.[0-9a-z]{1,16})?\.[a-z]{2,8}$/,
  note: /^[\p{Script=Han}，。：；、（）0-9A-Za-z]{1,200}$/u,
} as const;
const isSettled = (value: unknown, rule: RegExp): value is string =>
  typeof value === 'string' && (value === '' || rule.test(value));

/**
 * A contact that is valid and normalized as it is; null if that takes the rules to tell. A book of 10,000 contacts is
 * read in half the time: the schema alone would take longer than its document.
 */
function readSettled(value: Partial<Record<keyof ContactFacts, unknown>>): ContactFacts | null {
  const { type, name, entName, person, phone: number, email: mail, idType, idNumber, note } = value;
  if (idType !== '' || idNumber !== '' || name === '') return null;
  if (!isSettled(name, SETTLED.name) || !isSettled(entName, SETTLED.name)) return null;
  if (!isSettled(person, SETTLED.name) || !isSettled(number, SETTLED.phone)) return null;
  if (!isSettled(mail, SETTLED.email) || !isSettled(note, SETTLED.note)) return null;
  const facts = { name, entName, person, phone: number, email: mail, idType, idNumber, note } as const;
  if (type === 'PERSON') return { type, ...facts, person: '' };
  if (type === 'ENTERPRISE') return { type, ...facts, entName: '' };
  return type === 'DEPARTMENT' && entName !== '' ? { type, ...facts } : null;
}

/** The validated contact, or null if it breaks a rule. */
export const readContactFacts = (value: object): ContactFacts | null =>
  readSettled(value) ?? contactRules.safeParse(value).data ?? null;
