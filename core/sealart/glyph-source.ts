import type { PathCommand } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';

/** The faces that a seal is lettered with: 宋体, 黑体, 楷体 (open fonts of that kind). */
export const SEAL_FONTS = ['SONG', 'HEI', 'KAI'] as const;
export type SealFont = (typeof SEAL_FONTS)[number];

/** One character's outline in em, x to the right from its origin, y down from the base line; and its advance in em. */
export type Glyph = { readonly outline: readonly PathCommand[]; readonly advance: number };

/** Gives a character's outline, undefined where the face has none. Whoever draws brings one; drawing loads nothing. */
export type GlyphSource = (font: SealFont, character: string) => Glyph | undefined;

/** The em box of Chinese type: this much above and below the base line, in em. */
export const EM_ABOVE = 0.88;
export const EM_BELOW = 0.12;

/**
 * Glyphs of a text, one a code point. Throws GLYPH_MISSING with the character and its code point where the face has
 * none: a seal must never show a blank for a character.
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
