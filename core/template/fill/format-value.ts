import { amountInWords } from '#core/amount-in-words.ts';
import type { Language } from '#core/locales/languages.ts';
import type { ContentField } from '../field.ts';

/** A checked box and an unchecked one (U+2611, U+2610). */
export const TICKED = '☑';
export const NOT_TICKED = '☐';
/** A tick in a box that is there (U+221A), which every Chinese font has. */
export const TICK = '√';

const NUMBER = /^-?\d+(\.\d+)?$/;
const AMOUNT = /^-?\d{1,15}(\.\d{1,2})?$/;

export const isNumber = (value: string): boolean => NUMBER.test(value);
/** An amount in yuan with at most two decimals, below 10¹⁵. */
export const isAmount = (value: string): boolean => AMOUNT.test(value);

/** Whether the text is a valid calendar date such as `2026-02-28`. */
export function isDay(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  const at = new Date(`${value}T00:00:00Z`);
  return (
    year !== undefined &&
    !Number.isNaN(at.getTime()) &&
    at.getUTCFullYear() === Number(year) &&
    at.getUTCMonth() + 1 === Number(month) &&
    at.getUTCDate() === Number(day)
  );
}

/**
 * Formats a value for the text. `value` is in canonical form (`2026-11-23`, `12000.50`, `true`); a value that does not
 * match the field's format is written unchanged, so that a field of several types accepts text, too. An empty value
 * stays empty, except that a tick that is not set is an empty box.
 */
export function formatValue(
  field: Pick<ContentField, 'types' | 'input' | 'format'>,
  value: string,
  language: Language,
): string {
  if (field.input === 'TICK') return value === 'true' ? TICKED : NOT_TICKED;
  if (value === '' || field.input === 'CHOICE' || field.input === 'PICTURE') return value;
  switch (field.format) {
    case 'GROUPED':
      return isNumber(value) ? grouped(value, field.types.includes('AMOUNT')) : value;
    case 'CHINESE_CAPITALS':
      return isAmount(value) ? amountInWords(fenOf(value), { ...capitals(language) }) : value;
    case 'DATE_ISO':
      return value;
    case 'DATE_LONG':
      return isDay(value) ? longDay(value, language) : value;
    case 'PLAIN':
      return field.types.includes('DATE') && isDay(value) ? longDay(value, language) : value;
  }
}

const capitals = (language: Language) =>
  language === 'zh-TW' ? { negative: '負', traditional: true } : { negative: '负' };

/** `-1234.5` → `-1,234.50` for an amount, `-1,234.5` for a number. */
function grouped(value: string, amount: boolean): string {
  const sign = value.startsWith('-') ? '-' : '';
  const [whole = '', decimals = ''] = value.slice(sign.length).split('.');
  let first = 0;
  while (first < whole.length - 1 && whole[first] === '0') first++;
  const groups: string[] = [];
  for (let end = whole.length; end > first; end -= 3)
    groups.unshift(whole.slice(Math.max(first, end - 3), end));
  const digits = groups.join(',');
  const rest = amount ? decimals.padEnd(2, '0') : decimals;
  return `${sign}${digits}${rest === '' ? '' : `.${rest}`}`;
}

function fenOf(value: string): bigint {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)!;
  const fen = BigInt(whole!) * 100n + BigInt(decimals.padEnd(2, '0'));
  return sign === '-' ? -fen : fen;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** 2026年11月23日, or November 23, 2026. */
function longDay(value: string, language: Language): string {
  const [year, month, day] = value.split('-').map(Number) as [number, number, number];
  return language === 'en-US' ? `${MONTHS[month - 1]} ${day}, ${year}` : `${year}年${month}月${day}日`;
}
