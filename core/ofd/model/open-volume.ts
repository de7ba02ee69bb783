import { AppError } from '#core/errors.ts';
import { addWarning } from '#core/ofd/package/open-package.ts';
import { FILE_WORK, spend, withWork } from '#core/ofd/package/work.ts';
import type { Box } from './geometry.ts';
import { openDocument } from './open-document.ts';
import { pageArea } from './read-page.ts';
import type { OfdDocument, OfdFile } from './types.ts';

/** One document of a file (7.4) in its place among the others. */
export interface VolumePart {
  /** Its index in OFD.xml. */
  body: number;
  document: OfdDocument;
  /** As the file calls it; empty where it does not. */
  title: string;
  /** Where its pages begin among those of all. */
  firstPage: number;
}

/** All documents of a file, their pages counted on from one to the next, as whoever leafs through it sees them. */
export interface OfdVolume {
  file: OfdFile;
  parts: VolumePart[];
  pageCount: number;
}

/** Documents of one file and pages of all of them. */
const MOST_PARTS = 100;
const MOST_PAGES = 20_000;

/**
 * Opens every document of a file that is in the package. Throws DOCUMENT_BROKEN where there is none or one cannot be read,
 * as pages must not be hidden from whoever signs, and DOCUMENT_TOO_COMPLEX for too many.
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
      // said twice it is one document
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

/** The document and the page in it of page `index` (from 0) of all. Throws NOT_FOUND past the end. */
export function pageOfVolume(
  { parts, pageCount }: OfdVolume,
  index: number,
): { part: VolumePart; index: number } {
  const part = parts.findLast(({ firstPage }) => firstPage <= index);
  if (!part || index < 0 || index >= pageCount) throw new AppError('NOT_FOUND', { page: index });
  return { part, index: index - part.firstPage };
}

/** The paper of every page, mm. Throws DOCUMENT_TOO_COMPLEX where reading them costs too much. */
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
