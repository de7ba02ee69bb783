import type { Box } from '#core/drawing.ts';
import { pageFrame } from '../draw/page-frame.ts';
import type { PdfView } from '../read/document.ts';
import type { PdfPage } from '../read/pages.ts';
import { boxAround } from './find-text.ts';
import { readGlyphs } from './read-glyphs.ts';

/** A character with its place on the page as displayed; mm from the top left corner. */
export interface CharacterBox {
  readonly text: string;
  readonly box: Box;
}

/**
 * The characters that a page shows, without white space, in drawing order. Throws DOCUMENT_TOO_COMPLEX.
 *
 * ```ts
 * const words = textBoxes(document, pagesOf(document)[0]!).map(({ text }) => text).join('');
 * ```
 */
export function textBoxes(view: PdfView, page: PdfPage): CharacterBox[] {
  const { toView } = pageFrame(page);
  return readGlyphs(view, page)
    .filter(({ text, size }) => size > 0 && text.trim() !== '')
    .map((glyph) => ({ text: glyph.text, box: boxAround([glyph], toView) }));
}
