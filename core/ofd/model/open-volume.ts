import { AppError } from '#core/errors.ts';
import { addWarning } from '#core/ofd/package/open-package.ts';
import { FILE_WORK, spend, withWork } from '#core/ofd/package/work.ts';
import type { Box } from './geometry.ts';
import { openDocument } from './open-document.ts';
import { pageArea } from './read-page.ts';
import type { OfdDocument, OfdFile } from './types.ts';

/** One document of a file (7.4) and its position among the others. */
export interface VolumePart {
  /** Its index in OFD.xml. */
  body: number;
  document: OfdDocument;
  /** Title from the file; empty if it has none. */
  title: string;
  /** Index of its first page among all pages of the file. */
  firstPage: number;
}

/** All documents of a file; pages are numbered continuously across them, as a reader sees them. */
export interface OfdVolume {
  file: OfdFile;
  parts: VolumePart[];
  pageCount: number;
}

/** Maximum number of documents of one file, and pages of all of them. */
const MOST_PARTS = 100;
const MOST_PAGES = 20_000;

/**
 * Opens every document of a file that is in the package. Throws DOCUMENT_BROKEN if there is none or one cannot be read,
 * because no page may be hidden from the signers, and DOCUMENT_TOO_COMPLEX if there are too many.
 *
 * ```ts
 * const volume = openVolume(openOfd(bytes));
 * const pages = volume.parts.map(({ document }) => document.pages.length);
 * ```
 */
export function openVolume(file: OfdFile): OfdVolume {
  return withWork(file.package.work, FILE_WORK, () => {
    const parts: VolumePart[] = [];
    let pageCount = 0;
    for (const [body, { docRoot, info }] of file.bodies.entries()) {
      if (docRoot === undefined) continue;
      // A document that is listed twice counts once.
      if (parts.some(({ document }) => document.path === docRoot)) {
        addWarning(file.package, `OFD.xml names ${docRoot} twice`);
        continue;
      }
      const document = openDocument(file, body);
      parts.push({ body, document, title: info.title ?? '', firstPage: pageCount });
      pageCount += document.pages.length;
      if (parts.length > MOST_PARTS || pageCount > MOST_PAGES)
        throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'documents' });
    }
    if (parts.length === 0)
      throw new AppError('DOCUMENT_BROKEN', { reason: 'the document is not in the package' });
    return { file, parts, pageCount };
  });
}

/**
 * The document with page `index` (0-based, of all pages), and the index in it. Throws NOT_FOUND if out of range.
 *
 * ```ts
 * const { part, index } = pageOfVolume(openVolume(bytes), 12);
 * ```
 */
export function pageOfVolume(
  { parts, pageCount }: OfdVolume,
  index: number,
): { part: VolumePart; index: number } {
  const part = parts.findLast(({ firstPage }) => firstPage <= index);
  if (!part || index < 0 || index >= pageCount) throw new AppError('NOT_FOUND', { page: index });
  return { part, index: index - part.firstPage };
}

/**
 * The paper of every page, mm. Throws DOCUMENT_TOO_COMPLEX if reading them takes too much work.
 *
 * ```ts
 * const [{ width, height }] = papersOf(openVolume(bytes)); // 210 and 297 for A4
 * ```
 */
export function papersOf({ file, parts }: OfdVolume): Box[] {
  const { work } = file.package;
  return withWork(work, FILE_WORK, () => {
    const papers = parts.flatMap(({ document }) =>
      document.pages.map((_, index) => pageArea(document, index).physical),
    );
    spend(work, 0);
    return papers;
  });
}
