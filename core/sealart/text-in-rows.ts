import { type Box, boundsOfPath, combine, type DrawingItem, scaling, translation } from '#core/drawing.ts';
import type { SealText } from './design.ts';
import { type GlyphSource, glyphsOf } from './glyph-source.ts';
import { fitText, type Ink, inkGlyph, middlesOf, placeGlyph } from './set-text.ts';

/** One straight line of text, vertically centred at `y`, from `left` over `width` mm. */
export function textInLine(
  source: GlyphSource,
  text: SealText,
  left: number,
  y: number,
  width: number,
  ink: Ink,
): DrawingItem[] {
  if (text.text.trim() === '') return [];
  const room = Math.max(0.5, width - 2 * text.marginMm);
  const set = fitText(source, text, room);
  return middlesOf(set, text.alignment, room).map((along, i) =>
    placeGlyph(set, set.glyphs[i] ?? { outline: [], advance: 0 }, left + text.marginMm + along, y, 0, ink),
  );
}

/**
 * Text that fills a box character by character, as on name seals and square seals: each row (or column, from right to
 * left) gets an equal share, each character an equal share of its row, and its ink fills that share except for `gapMm`.
 * `rows` comes from `splitRows`.
 */
export function textInBox(
  source: GlyphSource,
  text: Pick<SealText, 'font' | 'bold'>,
  rows: readonly string[],
  box: Box,
  direction: 'HORIZONTAL' | 'VERTICAL',
  gapMm: number,
  ink: Ink,
): DrawingItem[] {
  const upright = direction === 'VERTICAL';
  return rows.flatMap((row, r) => {
    const glyphs = glyphsOf(source, text.font, row);
    return glyphs.map((glyph, i) => {
      const across = (upright ? box.width : box.height) / rows.length;
      const along = (upright ? box.height : box.width) / glyphs.length;
      const cell = upright
        ? { x: box.x + box.width - (r + 1) * across, y: box.y + i * along, width: across, height: along }
        : { x: box.x + i * along, y: box.y + r * across, width: along, height: across };
      const ink1 = boundsOfPath(glyph.outline) ?? { x: 0, y: -1, width: 1, height: 1 };
      // A flat or thin character (一, 丨) keeps its proportions within the em instead of being stretched.
      const span = { width: Math.max(ink1.width, 0.72), height: Math.max(ink1.height, 0.72) };
      const sx = Math.max(0.1, cell.width - gapMm) / span.width;
      const sy = Math.max(0.1, cell.height - gapMm) / span.height;
      const centred = translation(-(ink1.x + ink1.width / 2), -(ink1.y + ink1.height / 2));
      const place = translation(cell.x + cell.width / 2, cell.y + cell.height / 2);
      return inkGlyph(
        glyph,
        combine(combine(centred, scaling(sx, sy)), place),
        text.bold,
        Math.min(sx, sy),
        ink,
      );
    });
  });
}

/**
 * Splits a text into rows for a box: uses existing line breaks; a single line in a box that is not much wider than high
 * is arranged roughly as a square. 2 characters side by side, 3 as one and two, 4 as two and two, 9 as three by three.
 */
export function splitRows(text: string, box: { width: number; height: number }, direction: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const characters = Array.from(lines[0] ?? '');
  const proportion = direction === 'VERTICAL' ? box.width / box.height : box.height / box.width;
  if (lines.length !== 1 || characters.length < 2 || proportion < 0.6) return lines;
  const rows = Math.max(1, Math.round(Math.sqrt(characters.length * proportion) + 0.2));
  const base = Math.floor(characters.length / rows);
  const longer = characters.length - base * rows;
  let at = 0;
  return Array.from({ length: rows }, (_, r) => {
    const count = base + (r >= rows - longer ? 1 : 0);
    at += count;
    return characters.slice(at - count, at).join('');
  });
}
