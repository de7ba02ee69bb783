import { toPlain } from './text.ts';

/** [5.16c] [5.8c] A mainland mobile number: eleven digits, starting with 13 to 19. */
export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text);

/** A number in plain characters without the code of the country in front of it, and whether there was one. */
export function withoutCountry(plain: string): { rest: string; country: boolean } {
  const number = plain.replace(/^tel:/i, '');
  const rest = number.replace(/^(?:\(?(?:\+|00)86\)?-?(?:\(0\))?|\(86\)-?|86-?(?=1[3-9]))/, '');
  return { rest, country: rest !== number };
}

/**
 * Reads a mobile number as people paste it: `138 0013 8000`, `+86-138-0013-8000`, with invisible characters of address
 * books. Text that is no such number is returned without spaces.
 *
 * ```ts
 * readMobile('+86 138 0013 8000'); // '13800138000'
 * ```
 */
export function readMobile(text: string): string {
  const plain = toPlain(text);
  const digits = withoutCountry(plain)
    .rest.replace(/[-.()/·_]/g, '')
    .replace(/^0(?=1[3-9]\d{9}$)/, '');
  return isMobile(digits) ? digits : plain;
}

/** What a field for a mobile number shows of what was typed or pasted: a whole number as read, else its digits. */
export function typedMobile(text: string): string {
  const read = readMobile(text);
  if (isMobile(read)) return read;
  const typed = toPlain(text).replace(/(?!^\+)\D/g, '');
  // A country code may be typed before the number is whole.
  return typed.slice(0, /^(\+|0|86)/.test(typed) ? 15 : 11);
}
