import { z } from 'zod';
import type { Drawing } from '#core/drawing.ts';
import { colour } from '#core/drawing-schema.ts';
import { type GlyphSource, SEAL_FONTS } from './glyph-source.ts';
import { fitText, type Ink, lengthOf, lineOf, placeGlyph } from './set-text.ts';
import { rectanglePath } from './shapes.ts';

export const DATE_FORMATS = [
  'YMD_CHINESE',
  'YMD_DIGITS',
  'YMD_DASH',
  'YMD_DOT',
  'YMD_SLASH',
  'DMY_ENGLISH',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** A date seal: the date of signing in one line, with or without a frame. */
export const dateSealSchema = z.object({
  format: z.enum(DATE_FORMATS),
  font: z.enum(SEAL_FONTS),
  /** Height of the characters, mm. */
  sizeMm: z.number().min(2).max(12),
  colour,
  framed: z.boolean(),
});
export type DateSeal = z.infer<typeof dateSealSchema>;
/** A calendar date: month and day from 1. */
export type Day = { year: number; month: number; day: number };

/**
 * Formats the date: 2026年11月20日, 二〇二六年十一月二十日, 2026-11-20, 2026.11.20, 2026/11/20 or 20 Nov 2026.
 *
 * ```ts
 * formatDay({ year: 2026, month: 11, day: 20 }, 'YMD_CHINESE'); // 二〇二六年十一月二十日
 * ```
 */
export function formatDay(day: Day, format: DateFormat): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const year = String(day.year).padStart(4, '0');
  switch (format) {
    case 'YMD_CHINESE': {
      const digits = Array.from(year, (c) => '〇一二三四五六七八九'[Number(c)]).join('');
      return `${digits}年${chineseNumber(day.month)}月${chineseNumber(day.day)}日`;
    }
    case 'YMD_DIGITS':
      return `${year}年${day.month}月${day.day}日`;
    case 'YMD_DASH':
      return `${year}-${two(day.month)}-${two(day.day)}`;
    case 'YMD_DOT':
      return `${year}.${two(day.month)}.${two(day.day)}`;
    case 'YMD_SLASH':
      return `${year}/${two(day.month)}/${two(day.day)}`;
    case 'DMY_ENGLISH':
      return `${day.day} ${MONTHS[day.month - 1]} ${year}`;
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 1…99 as 一, 十, 十一, 二十, 二十一 … */
function chineseNumber(n: number): string {
  const digits = '零一二三四五六七八九';
  const tens = Math.floor(n / 10);
  const ones = n % 10;
  return `${tens === 0 ? '' : tens === 1 ? '十' : `${digits[tens]}十`}${ones === 0 ? '' : digits[ones]}`;
}

/** All characters that dates of this format can contain. */
export const charactersOfFormat = (format: DateFormat): string =>
  format === 'YMD_CHINESE' ? '〇一二三四五六七八九十年月日' : `0123456789-./ 年月日${MONTHS.join('')}`;

/**
 * Draws the date, as wide as its text.
 *
 * ```ts
 * const drawing = drawDateSeal(seal, { year: 2026, month: 11, day: 23 }, glyphs);
 * ```
 */
export function drawDateSeal(seal: DateSeal, day: Day, glyphs: GlyphSource): Drawing {
  const ink: Ink = { fill: seal.colour, opacity: 1 };
  const margin = seal.framed ? seal.sizeMm * 0.35 : seal.sizeMm * 0.05;
  const text = {
    text: formatDay(day, seal.format),
    font: seal.font,
    sizeMm: seal.sizeMm,
    aspectRatio: 1,
    bold: false,
    alignment: 'LEFT' as const,
    marginMm: 0,
    characterMarginMm: 0,
  };
  // Sized by the em, so that digits have the same size in every format.
  const set = fitText(glyphs, text, Number.POSITIVE_INFINITY, 'EM');
  const widthMm = lengthOf(set) + 2 * margin;
  const heightMm = seal.sizeMm + 2 * margin;
  let at = margin;
  const items = set.glyphs.map((glyph) => {
    const width = glyph.advance * set.emWidth;
    at += width;
    return placeGlyph(set, glyph, at - width / 2, heightMm / 2, 0, ink);
  });
  if (!seal.framed) return { widthMm, heightMm, items };
  const line = Math.max(0.2, seal.sizeMm * 0.06);
  const frame = rectanglePath(line / 2, line / 2, widthMm - line, heightMm - line);
  return { widthMm, heightMm, items: [{ path: frame, ...lineOf(ink, line) }, ...items] };
}
