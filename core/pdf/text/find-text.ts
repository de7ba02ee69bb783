import type { Box } from '#core/drawing.ts';
import type { PdfDocument } from '../read/document.ts';
import type { PdfPage } from '../read/pages.ts';

/** Where a text stands on a page as seen; mm from the top left. */
export type TextBox = Box;

export function findText(_document: PdfDocument, _page: PdfPage, _keyword: string): TextBox[] {
  return [];
}
