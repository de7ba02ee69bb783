import { z } from 'zod';
import type { Drawing } from '#core/drawing.ts';
import { normalizePersonName } from '#core/validate/names.ts';
import { type GlyphSource, SEAL_FONTS } from './glyph-source.ts';
import { type Ink, lineOf } from './set-text.ts';
import { rectanglePath } from './shapes.ts';
import { textInBox } from './text-in-rows.ts';

/** Available sizes of a name seal, mm. */
export const NAME_SEAL_SIZES = ['20x20', '18x18', '16x16', '20x10'] as const;
export const NAME_SUFFIXES = ['', '印', '之印', '章'] as const;
/** Red, blue, black, purple. */
export const NAME_SEAL_COLOURS = ['#d9001b', '#1f3fbf', '#1a1a1a', '#6b2a8c'] as const;

/** Longest name on a seal, in characters. */
export const NAME_SEAL_LENGTH = 30;

/** A personal name seal: a name and a suffix, arranged in a square in the traditional way. */
export const nameSealSchema = z.object({
  name: z
    .string()
    .trim()
    .transform(normalizePersonName)
    .refine((name) => name !== '' && Array.from(name).length <= NAME_SEAL_LENGTH, {
      message: 'seal:rule.nameLength',
      params: { problem: 'seal:rule.nameLength' },
    }),
  suffix: z.enum(NAME_SUFFIXES),
  size: z.enum(NAME_SEAL_SIZES),
  font: z.enum(SEAL_FONTS),
  colour: z.enum(NAME_SEAL_COLOURS),
  /** 0.2…1 */
  opacity: z.number().min(0.2).max(1),
  framed: z.boolean(),
});
export type NameSeal = z.infer<typeof nameSealSchema>;

/**
 * The columns of a square seal from right to left: the right one starts the name, a suffix ends the left one. Six
 * characters make three columns; three make a tall surname on the right. More make as many columns as keep them square,
 * the longer ones on the right.
 */
export function columnsOfName(name: string, suffix: string): string[] {
  const all = Array.from(name.trim() + suffix);
  if (all.length <= 2) return all;
  if (all.length === 3) return [all[0] ?? '', all.slice(1).join('')];
  if (all.length === 4) return [all.slice(0, 2).join(''), all.slice(2).join('')];
  if (all.length === 5) return [all.slice(0, 2).join(''), all.slice(2).join('')];
  const count = all.length === 6 ? 3 : Math.ceil(Math.sqrt(all.length));
  const long = all.length % count === 0 ? count : all.length % count;
  const height = Math.ceil(all.length / count);
  let at = 0;
  return Array.from({ length: count }, (_, i) => {
    const from = at;
    at += i < long ? height : height - 1;
    return all.slice(from, at).join('');
  });
}

/** The rows of a square seal for a name in letters: its words, then the suffix; a long word makes its row narrow. */
const rowsOfLetters = (name: string, suffix: string): string[] =>
  [...name.split(' '), suffix].filter((row) => row !== '');

const isInLetters = (name: string): boolean => !/[\p{Script=Han}\u3007]/u.test(name);

/**
 * Draws the seal in the size of `seal.size`, mm: a square one in columns, any other in one row. Throws GLYPH_MISSING.
 *
 * ```ts
 * const drawing = drawNameSeal(nameSealSchema.parse(form), glyphs);
 * ```
 */
export function drawNameSeal(seal: NameSeal, glyphs: GlyphSource): Drawing {
  const [widthMm = 20, heightMm = 20] = seal.size.split('x').map(Number);
  const ink: Ink = { fill: seal.colour, opacity: seal.opacity };
  const line = seal.framed ? Math.min(widthMm, heightMm) * 0.05 : 0;
  const inset = line + Math.min(widthMm, heightMm) * 0.03;
  const box = { x: inset, y: inset, width: widthMm - 2 * inset, height: heightMm - 2 * inset };
  const square = widthMm === heightMm;
  // Joiners and selectors of variants have no outline.
  const name = seal.name.replace(/\p{Join_Control}|\p{Variation_Selector}/gu, '').trim();
  const letters = isInLetters(name);
  const rows = !square
    ? [name.replaceAll(' ', '') + seal.suffix]
    : letters
      ? rowsOfLetters(name, seal.suffix)
      : columnsOfName(name.replaceAll(' ', ''), seal.suffix);
  const gap = Math.min(widthMm, heightMm) * 0.05;
  const items = textInBox(
    glyphs,
    { font: seal.font, bold: true },
    rows,
    box,
    square && !letters ? 'VERTICAL' : 'HORIZONTAL',
    gap,
    ink,
  );
  if (!seal.framed) return { widthMm, heightMm, items };
  const frame = rectanglePath(line / 2, line / 2, widthMm - line, heightMm - line);
  return { widthMm, heightMm, items: [{ path: frame, ...lineOf(ink, line), lineJoin: 'round' }, ...items] };
}
