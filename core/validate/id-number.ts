import { toPlain } from './text.ts';

/** [3.3] Types of identity documents, in the order of the specification. */
export const ID_TYPES = [
  'RESIDENT_ID',
  'PASSPORT',
  'OVERSEAS_CHINESE_PASSPORT',
  'HOME_RETURN_PERMIT',
  'HK_MACAO_RESIDENCE_PERMIT',
  'FOREIGN_PERMANENT_RESIDENT',
  'TAIWAN_PERMIT',
] as const;
export type IdType = (typeof ID_TYPES)[number];

const PROVINCES = /^(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5])/;
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const OLDEST_YEAR = 1850;

/**
 * Normalizes a number for storage: half-width capitals without spaces and hyphens, so that a lower-case x, full-width
 * digits or groups give the same number. No document has a hyphen in its number.
 */
export const normalizeIdNumber = (text: string): string =>
  toPlain(text)
    .replaceAll('-', '')
    // The check character of a resident ID, typed as the sign of multiplication or a letter that looks the same.
    .replace(/(?<=^\d{17})[×✕✖✗✘☓⨯⨉╳ХхΧχ]$/u, 'X')
    .toUpperCase();

/**
 * [5.16c] Whether a resident ID card number is valid: 18 characters, a mainland province, an existing date, and a check
 * character by ISO 7064 MOD 11-2.
 */
export const isResidentId = (number: string, now = Number.POSITIVE_INFINITY): boolean =>
  PROVINCES.test(number) && isChecked(number) && birthdayOf(number, now) !== undefined;

/**
 * [5.4a] Whether a number (from `normalizeIdNumber`) has the form and check characters of its document. With `now`, in
 * epoch ms, a later birthday is invalid.
 */
export function isIdNumber(type: IdType, number: string, now = Number.POSITIVE_INFINITY): boolean {
  switch (type) {
    case 'RESIDENT_ID':
      return isResidentId(number, now);
    case 'PASSPORT':
      return /^[0-9A-Z]{6,18}$/.test(number);
    case 'OVERSEAS_CHINESE_PASSPORT':
      return /^(E[0-9A-Z]\d{7}|G\d{8}|[DSP]E?\d{7,8})$/.test(number);
    case 'HOME_RETURN_PERMIT':
      return /^[HM]\d{8}(\d{2})?$/.test(number);
    case 'HK_MACAO_RESIDENCE_PERMIT':
      return /^8[123]0000/.test(number) && isChecked(number) && birthdayOf(number, now) !== undefined;
    case 'FOREIGN_PERMANENT_RESIDENT':
      return /^[A-Z]{3}\d{12}$/.test(number) || (number.startsWith('9') && isChecked(number));
    case 'TAIWAN_PERMIT':
      return /^(\d{8}|\d{10}[A-Z])$/.test(number);
  }
}

/**
 * Whether a number is one of a document whose type is not known. In the form of an identity card it must be right as
 * one: passports have no check character, and would let any such number pass.
 */
export const isAnyIdNumber = (number: string, now = Number.POSITIVE_INFINITY): boolean =>
  ID_TYPES.some(
    (type) => !(type === 'PASSPORT' && /^\d{17}[0-9X]$/.test(number)) && isIdNumber(type, number, now),
  );

/** The birthday in an 18-character number as `2000-02-29`; undefined if it is not an existing day until `now`. */
export function birthdayOf(number: string, now = Number.POSITIVE_INFINITY): string | undefined {
  const [, year = '', month = '', day = ''] = /^.{6}(\d{4})(\d{2})(\d{2})/.exec(number) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const text = `${year}-${month}-${day}`;
  const real = Number(year) >= OLDEST_YEAR && new Date(at).toISOString().startsWith(text) && at <= now;
  return real ? text : undefined;
}

/** ISO 7064 MOD 11-2 for 17 digits and one of 0–9, X. */
function isChecked(number: string): boolean {
  if (!/^\d{17}[0-9X]$/.test(number)) return false;
  const sum = WEIGHTS.reduce((all, weight, i) => all + weight * Number(number[i]), 0);
  return '10X98765432'[sum % 11] === number[17];
}
