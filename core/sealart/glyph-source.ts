import type { PathCommand } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';

/** Fonts for seals: 宋体, 黑体, 楷体 (open fonts in these styles). */
export const SEAL_FONTS = ['SONG', 'HEI', 'KAI'] as const;
export type SealFont = (typeof SEAL_FONTS)[number];

/** One character's outline in em, x to the right from its origin, y down from the baseline; and its advance in em. */
export type Glyph = { readonly outline: readonly PathCommand[]; readonly advance: number };

/**
 * Returns a character's outline; undefined if the font lacks it. The caller provides the source; drawing itself loads
 * nothing.
 */
export type GlyphSource = (font: SealFont, character: string) => Glyph | undefined;

/** The em box of Chinese type: extent above and below the baseline, in em. */
export const EM_ABOVE = 0.88;
export const EM_BELOW = 0.12;

/**
 * Glyphs of a text, one per code point. Throws GLYPH_MISSING with the character and its code point if the font lacks
 * it: a seal must never show a blank instead of a character.
 */
export function glyphsOf(source: GlyphSource, font: SealFont, text: string): Glyph[] {
  return Array.from(text, (character) => {
    const glyph = source(font, character);
    if (glyph) return glyph;
    const codePoint = character.codePointAt(0) ?? 0;
    const hex = codePoint.toString(16).toUpperCase().padStart(4, '0');
    throw new AppError('GLYPH_MISSING', { character, codePoint: `U+${hex}` });
  });
}
