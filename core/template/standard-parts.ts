import { DICTIONARIES, type Dictionary } from '#core/locales/dictionary-text.ts';
import type { Language } from '#core/locales/languages.ts';
import type { FieldType, RoleType } from './parts.ts';

/** Built-in roles and fields of every enterprise: they cannot be changed or removed. */
interface StandardRole {
  id: string;
  key: keyof Dictionary['givenRole'];
  type: RoleType;
}
interface StandardField {
  id: string;
  key: keyof Dictionary['givenField'];
  length: number;
  types: readonly FieldType[];
}

// Templates refer to these ids: never change one.
const ROLES: readonly StandardRole[] = [
  { id: 'givenrole0partya', key: 'PARTY_A', type: 'ENTERPRISE' },
  { id: 'givenrole0partyb', key: 'PARTY_B', type: 'ENTERPRISE' },
  { id: 'givenrole0partybperson', key: 'PARTY_B_PERSON', type: 'PERSON' },
  { id: 'givenrole0employer', key: 'EMPLOYER', type: 'ENTERPRISE' },
  { id: 'givenrole0employee', key: 'EMPLOYEE', type: 'PERSON' },
];

const FIELDS: readonly StandardField[] = [
  { id: 'givenfield0number', key: 'CONTRACT_NUMBER', length: 20, types: ['TEXT'] },
  { id: 'givenfield0amount', key: 'AMOUNT', length: 20, types: ['AMOUNT'] },
  { id: 'givenfield0startdate', key: 'START_DATE', length: 10, types: ['DATE'] },
  { id: 'givenfield0enddate', key: 'END_DATE', length: 10, types: ['DATE'] },
  { id: 'givenfield0signdate', key: 'SIGN_DATE', length: 10, types: ['DATE'] },
  { id: 'givenfield0signplace', key: 'SIGN_PLACE', length: 30, types: ['TEXT'] },
  { id: 'givenfield0contact', key: 'CONTACT', length: 20, types: ['TEXT'] },
  { id: 'givenfield0phone', key: 'PHONE', length: 20, types: ['PHONE'] },
  { id: 'givenfield0remark', key: 'REMARK', length: 30, types: ['TEXT'] },
];

/** The built-in roles in a language. */
export const standardRoles = (language: Language) =>
  ROLES.map(({ id, key, type }) => ({
    id,
    type,
    name: DICTIONARIES[language].givenRole[key],
    note: DICTIONARIES[language].givenRoleNote[key],
  }));

/** The built-in fields in a language. */
export const standardFields = (language: Language) =>
  FIELDS.map(({ id, key, length, types }) => ({
    id,
    length,
    types,
    name: DICTIONARIES[language].givenField[key],
  }));

const namesOf = (kind: 'givenRole' | 'givenField'): ReadonlySet<string> =>
  new Set(Object.values(DICTIONARIES).flatMap((texts) => Object.values(texts[kind])));

/** Names reserved by the system, in any language. */
export const STANDARD_NAMES = { ROLE: namesOf('givenRole'), FIELD: namesOf('givenField') } as const;
