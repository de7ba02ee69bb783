/** How much of the file a signature covers: all of it, a whole revision, or less. */
import type { SignatureDetail } from '#core/verification/verdict.ts';
import type { PdfDocument } from '../read/document.ts';
import type { CoveredBytes } from './byte-range.ts';

const TAIL = 1100;

/**
 * A revision is covered completely if the covered bytes end with its own startxref and %%EOF, and include every
 * cross-reference section up to it.
 */
export function coverageOf(
  document: PdfDocument,
  covered: CoveredBytes,
  revision: number,
): SignatureDetail['coverage'] {
  if (!covered.regular) return covered.onePiece ? 'contiguous' : 'unclear';
  if (covered.end === document.length) return 'whole-file';
  const stated = lastStartXref(document, covered.end);
  const own = document.revisions[revision];
  if (!own || stated === null || stated + document.base !== own.xrefOffset) return 'contiguous';
  for (const earlier of document.revisions.slice(0, revision + 1)) {
    if (earlier.sections.some((section) => section.end > covered.end)) return 'contiguous';
  }
  return 'whole-revision';
}

/** The number after the last startxref before `end`, if only %%EOF and white space follow it. */
function lastStartXref(document: PdfDocument, end: number): number | null {
  const text = new TextDecoder('latin1').decode(document.bytes(Math.max(0, end - TAIL), end));
  const match = /startxref\s*(\d+)\s*%%EOF[\s\0]*$/.exec(text);
  return match ? Number(match[1]) : null;
}
