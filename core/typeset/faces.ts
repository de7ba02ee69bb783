import { isAppError } from '#core/errors.ts';
import { type FontFile, isInvisible, makeGlyphSource } from '#core/pdf/draw/glyph-source.ts';
import type { FaceName } from './document.ts';

/** The font files of each face, in the order in which a character is looked for. */
export type FaceFiles = Readonly<Record<FaceName, readonly FontFile[]>>;

/** What the layout asks of the fonts. Keep it for the next run: widths are cached. */
export interface Faces {
  readonly files: FaceFiles;
  /** The advance of a character in ems. Throws GLYPH_MISSING. */
  advance(face: FaceName, character: string): number;
  /** Whether one of the face's fonts has the character, or it needs none. */
  has(face: FaceName, character: string): boolean;
}

/** Throws DOCUMENT_UNSUPPORTED for a file that is no font, once a character is asked of it. */
export function makeFaces(files: FaceFiles): Faces {
  const sources = {
    text: makeGlyphSource(files.text),
    bold: makeGlyphSource(files.bold),
    heading: makeGlyphSource(files.heading),
  };
  const advance = (face: FaceName, character: string) =>
    isInvisible(character) ? 0 : sources[face](character).width;
  return {
    files,
    advance,
    has(face, character) {
      try {
        advance(face, character);
        return true;
      } catch (error) {
        if (isAppError(error) && error.name === 'GLYPH_MISSING') return false;
        throw error;
      }
    },
  };
}
