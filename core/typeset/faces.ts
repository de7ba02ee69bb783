import { type FontFile, isInvisible, makeGlyphSource, makeGlyphTest } from '#core/pdf/draw/glyph-source.ts';
import type { FaceName } from './document.ts';

/** The font files of each face, in the order in which they are searched for a character. */
export type FaceFiles = Readonly<Record<FaceName, readonly FontFile[]>>;

/** Font metrics for the layout. Reuse it between runs: widths are cached. */
export interface Faces {
  readonly files: FaceFiles;
  /** The advance of a character in ems. Throws GLYPH_MISSING. */
  advance(face: FaceName, character: string): number;
  /** Whether one of the face's fonts contains the character, or it needs no glyph. */
  has(face: FaceName, character: string): boolean;
}

/**
 * The faces throw DOCUMENT_UNSUPPORTED for a file that is not a font, when the first character is looked up in it.
 *
 * ```ts
 * const faces = makeFaces({ text: [serif], bold: [serifBold], heading: [sansBold] });
 * ```
 */
export function makeFaces(files: FaceFiles): Faces {
  const sources = {
    text: makeGlyphSource(files.text),
    bold: makeGlyphSource(files.bold),
    heading: makeGlyphSource(files.heading),
  };
  const tests = {
    text: makeGlyphTest(files.text),
    bold: makeGlyphTest(files.bold),
    heading: makeGlyphTest(files.heading),
  };
  const advance = (face: FaceName, character: string) =>
    isInvisible(character) ? 0 : sources[face](character).width;
  return {
    files,
    advance,
    has: (face, character) => tests[face](character),
  };
}
