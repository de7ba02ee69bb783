import { create, type Font } from 'fontkit';
import type { Bytes } from '#core/bytes.ts';
import { AppError, isAppError } from '#core/errors.ts';

/** A font file from the caller: TrueType or OpenType. */
export interface FontFile {
  readonly name: string;
  readonly data: Bytes;
}

/** The glyph of a character in the first font file that has it. */
export interface SourceGlyph {
  readonly file: FontFile;
  readonly font: Font;
  /** Glyph number in the font. */
  readonly id: number;
  /** Advance in ems. */
  readonly width: number;
}

const INVISIBLE = /^(?:[\u200b-\u200f\u2060-\u2064\ufeff]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])$/u;

/** Whether a character is never drawn and needs no glyph: zero-width spaces and joiners, variation selectors. */
export const isInvisible = (character: string): boolean => INVISIBLE.test(character);

/** Cache: parsing a font of 10 MB takes some milliseconds. */
const parsed = new WeakMap<Bytes, Font>();

/** Throws DOCUMENT_UNSUPPORTED if the file is not a font. */
export function openFont(file: FontFile): Font {
  const known = parsed.get(file.data);
  if (known) return known;
  let font: Font;
  try {
    const read = create(file.data);
    font = 'fonts' in read ? read.fonts[0]! : read;
  } catch {
    throw new AppError('DOCUMENT_UNSUPPORTED', { reason: `font ${file.name}` });
  }
  parsed.set(file.data, font);
  return font;
}

/**
 * Returns a function that takes each character from the first of `files` that has it; a missing character is an error,
 * never drawn as a blank. The function throws GLYPH_MISSING, and DOCUMENT_UNSUPPORTED if a file is not a font.
 *
 * ```ts
 * const glyphOf = makeGlyphSource([serif, symbols]);
 * const { file, id, width } = glyphOf('章');
 * ```
 */
export function makeGlyphSource(files: readonly FontFile[]): (character: string) => SourceGlyph {
  const chosen = new Map<number, SourceGlyph>();
  return (character) => {
    const point = character.codePointAt(0)!;
    const known = chosen.get(point);
    if (known) return known;
    for (const file of files) {
      const font = openFont(file);
      if (!font.hasGlyphForCodePoint(point)) continue;
      const glyph = font.glyphForCodePoint(point);
      if (glyph.id === 0) continue;
      const choice = { file, font, id: glyph.id, width: glyph.advanceWidth / font.unitsPerEm };
      chosen.set(point, choice);
      return choice;
    }
    throw new AppError('GLYPH_MISSING', { character });
  };
}

/**
 * Returns a function that tells whether one of the files has a character, or it needs no glyph. The function throws
 * DOCUMENT_UNSUPPORTED if a file is not a font.
 *
 * ```ts
 * makeGlyphTest([serif])('😀'); // false
 * ```
 */
export function makeGlyphTest(files: readonly FontFile[]): (character: string) => boolean {
  const glyphOf = makeGlyphSource(files);
  return (character) => {
    if (isInvisible(character)) return true;
    try {
      glyphOf(character);
      return true;
    } catch (error) {
      if (isAppError(error) && error.name === 'GLYPH_MISSING') return false;
      throw error;
    }
  };
}
