import { isDay } from '#core/template/fill/format-value.ts';
import { toPlain } from './text.ts';

const DIGITS = new Map(
  ['〇零○', '一壹', '二贰貳', '三叁參', '四肆', '五伍', '六陆陸', '七柒', '八捌', '九玖'].flatMap(
    (same, digit) => Array.from(same, (character): [string, string] => [character, String(digit)]),
  ),
);
const NUMERALS = '\\d〇零○一二三四五六七八九十百廿卅壹贰貳叁參肆伍陆陸柒捌玖拾佰';
const IN_CHINESE = new RegExp(
  `^(中?[华華]?民[国國])?([${NUMERALS}]+)年([${NUMERALS}]+)月([${NUMERALS}]+)[日号號]?$`,
  'u',
);
/** Year 1 of the Republic of China calendar is 1912. */
const REPUBLIC = 1911;

/**
 * Reads a day as `2026-11-03`: typed as `2026年11月3日`, `2026/11/3`, `2026.11.03` or `20261103`, with spaces or
 * full-width digits, with the day of the week, as a spreadsheet or a program shows midnight, in Chinese numerals
 * (`二〇二六年十一月三日`), with an English month, or by the calendar of the Republic, if it is named (`民国115年`). Undefined if it is none, or does not exist.
 */
export function readDay(text: string): string | undefined {
  const plain = toPlain(withoutMidnight(text))
    .replace(/^(?:公元|西元|公历|公曆|西历|西曆)/u, '')
    .replace(/\(?(?:星期|礼拜|禮拜|周|週)[一二三四五六日天]\)?$/u, '');
  const [, year, month, day] =
    /^(\d{4})([-/.年])(\d{1,2})[-/.月](\d{1,2})(?:[日号號]|(?<=\.\d{1,2})\.)?$/
      .exec(plain)
      ?.toSpliced(2, 1) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ??
    readEnglish(plain) ??
    readChinese(plain) ??
    [];
  if (!year) return undefined;
  const value = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return isDay(value) ? value : undefined;
}

/** Without the midnight that spreadsheets and programs write behind a day, in any zone: it is the day that they show. */
const withoutMidnight = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/(?:T|\s)\s{0,9}0?0:00(?::00(?:\.0{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?$/, '');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const FULL = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** `3 November 2026`, `Nov 3, 2026`: the month as a word says which of the numbers is the day. */
function readEnglish(plain: string): string[] | undefined {
  const [, early, word = '', late, year = ''] =
    /^(\d{1,2})?(?:st|nd|rd|th)?[-.]?([a-z]{3,9})[-.]?(\d{1,2})?(?:st|nd|rd|th)?[-,]?(\d{4})$/i.exec(plain) ??
    [];
  const day = early ?? late;
  if (day === undefined || (early !== undefined && late !== undefined)) return undefined;
  const at = MONTHS.indexOf(word.slice(0, 3).toLowerCase());
  return at >= 0 && [MONTHS[at], 'sept', FULL[at]].includes(word.toLowerCase())
    ? [plain, year, String(at + 1), day]
    : undefined;
}

function readChinese(plain: string): string[] | undefined {
  const [, republic, year = '', month = '', day = ''] = IN_CHINESE.exec(plain) ?? [];
  const [y, m, d] = [digitsOf(year) ?? countOf(year), countOf(month), countOf(day)];
  if (y === undefined || m === undefined || d === undefined) return undefined;
  const full = republic === undefined ? y : String(Number(y) + REPUBLIC);
  return full.length === 4 ? [plain, full, m, d] : undefined;
}

/** Digits one by one, as of a year: 二〇二六. */
function digitsOf(text: string): string | undefined {
  const digits = Array.from(text, (one) => DIGITS.get(one) ?? (/\d/.test(one) ? one : ''));
  return digits.every((one) => one !== '') && text !== '' ? digits.join('') : undefined;
}

/** A number below 200 in words, 十一 or 一百一十五, or in digits. */
function countOf(text: string): string | undefined {
  if (/^\d{1,3}$/.test(text)) return text;
  const words = text
    .replace(/廿/u, '二十')
    .replace(/卅/u, '三十')
    .replaceAll('拾', '十')
    .replaceAll('佰', '百');
  const [all, hundreds, , tens, ones] = /^(?:([一壹])百零?)?((.?)十)?(.?)$/u.exec(words) ?? [];
  if (!all) return undefined;
  const digit = (one: string | undefined, none: string) => (one ? (DIGITS.get(one) ?? '') : none);
  const parts = [hundreds ? '1' : '0', words.includes('十') ? digit(tens, '1') : '0', digit(ones, '0')];
  return parts.every((one) => one !== '') ? String(Number(parts.join(''))) : undefined;
}
