import {
  boundsOfPath,
  combine,
  type DrawingItem,
  type Matrix,
  rotation,
  scaling,
  transformPath,
  translation,
} from '#core/drawing.ts';
import type { Alignment, SealText } from './design.ts';
import { EM_ABOVE, EM_BELOW, type Glyph, type GlyphSource, glyphsOf } from './glyph-source.ts';

/** Width of the additional outline for bold text, as a fraction of the em. */
const BOLD_LINE = 0.035;

export type SetText = {
  glyphs: readonly Glyph[];
  /** Size of an em in mm, vertically and horizontally. */
  emHeight: number;
  emWidth: number;
  /** Vertical centre of the characters, in em from the baseline, downwards. */
  middle: number;
  characterMarginMm: number;
  bold: boolean;
};

/**
 * Fits the text into `roomMm`: first reduces the space between characters to zero, then their width to 60 %, then the
 * whole size. With SPREAD the space grows until the room is filled. `measure` 'EM' interprets the size as the em box
 * even for capitals and digits.
 */
export function fitText(
  source: GlyphSource,
  text: SealText,
  roomMm: number,
  measure: 'INK_OF_CAPITALS' | 'EM' = 'INK_OF_CAPITALS',
): SetText {
  const glyphs = glyphsOf(source, text.font, text.text.trim());
  const { heightEm, middle } = measure === 'EM' ? EM_BOX : measureHeight(text.text, glyphs);
  let emHeight = text.sizeMm / heightEm;
  let emWidth = emHeight * text.aspectRatio;
  const advances = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
  const gaps = Math.max(0, glyphs.length - 1);
  let margin = text.characterMarginMm;
  const needed = () => advances * emWidth + gaps * margin;

  if (needed() > roomMm && margin > 0)
    margin = Math.max(0, gaps > 0 ? (roomMm - advances * emWidth) / gaps : 0);
  if (needed() > roomMm) {
    const squeeze = (roomMm - gaps * margin) / (advances * emWidth);
    emWidth *= Math.max(0.6, squeeze);
    if (squeeze < 0.6) {
      const shrink = roomMm / needed();
      emWidth *= shrink;
      emHeight *= shrink;
      margin *= shrink;
    }
  } else if (text.alignment === 'SPREAD' && gaps > 0) {
    margin = (roomMm - advances * emWidth) / gaps;
  }
  return { glyphs, emHeight, emWidth, middle, characterMarginMm: margin, bold: text.bold };
}

/** Length of the set text from the left of its first character to the right of its last, mm. */
export const lengthOf = (set: SetText): number =>
  set.glyphs.reduce((sum, glyph) => sum + glyph.advance * set.emWidth, 0) +
  Math.max(0, set.glyphs.length - 1) * set.characterMarginMm;

/** Position of each character's centre along its line, mm from the line's start, by the alignment in `roomMm`. */
export function middlesOf(set: SetText, alignment: Alignment, roomMm: number): number[] {
  const free = roomMm - lengthOf(set);
  const single = alignment === 'SPREAD' ? 'CENTER' : alignment;
  let at = single === 'LEFT' ? 0 : single === 'RIGHT' ? free : free / 2;
  return set.glyphs.map((glyph) => {
    const width = glyph.advance * set.emWidth;
    const middle = at + width / 2;
    at += width + set.characterMarginMm;
    return middle;
  });
}

/** One character with the centre of its box at (`x`, `y`), rotated clockwise by `degrees`. */
export function placeGlyph(
  set: SetText,
  glyph: Glyph,
  x: number,
  y: number,
  degrees: number,
  ink: Ink,
): DrawingItem {
  const boxed = combine(translation(-glyph.advance / 2, -set.middle), scaling(set.emWidth, set.emHeight));
  return inkGlyph(
    glyph,
    combine(combine(boxed, rotation(degrees)), translation(x, y)),
    set.bold,
    set.emHeight,
    ink,
  );
}

export type Ink = { readonly fill: string; readonly opacity: number };

/** The outline transformed by `matrix`, filled; bold also strokes it. */
export function inkGlyph(glyph: Glyph, matrix: Matrix, bold: boolean, emMm: number, ink: Ink): DrawingItem {
  const item: DrawingItem = { path: transformPath(glyph.outline, matrix), ...inkOf(ink) };
  if (!bold) return item;
  return { ...item, stroke: ink.fill, strokeWidthMm: emMm * BOLD_LINE, lineJoin: 'round' };
}

/** Attributes of a filled item. */
export const inkOf = (ink: Ink): Pick<DrawingItem, 'fill' | 'opacity'> =>
  ink.opacity === 1 ? { fill: ink.fill } : { fill: ink.fill, opacity: ink.opacity };

/** Attributes of a stroked item. */
export const lineOf = (
  ink: Ink,
  widthMm: number,
): Pick<DrawingItem, 'stroke' | 'strokeWidthMm' | 'opacity'> =>
  ink.opacity === 1
    ? { stroke: ink.fill, strokeWidthMm: widthMm }
    : { stroke: ink.fill, strokeWidthMm: widthMm, opacity: ink.opacity };

const EM_BOX = { heightEm: EM_ABOVE + EM_BELOW, middle: (EM_BELOW - EM_ABOVE) / 2 };

/** Capitals and digits are measured by their ink, as seal regulations do; everything else by the em box. */
function measureHeight(text: string, glyphs: readonly Glyph[]): { heightEm: number; middle: number } {
  if (!/^[0-9A-Z -]+$/.test(text.trim())) return EM_BOX;
  let [top, bottom] = [0, -1];
  for (const glyph of glyphs) {
    const box = boundsOfPath(glyph.outline);
    if (!box) continue;
    top = Math.min(top, box.y);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return bottom - top > 0.2 ? { heightEm: bottom - top, middle: (top + bottom) / 2 } : EM_BOX;
}
