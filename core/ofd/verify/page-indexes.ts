import { isAppError } from '#core/errors.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import type { OfdDocument, OfdFile } from '#core/ofd/model/types.ts';

/**
 * For each document of the file the page index by page id, 0-based and continued from one document to the next; empty
 * if the document cannot be read.
 */
export function pageIndexes(file: OfdFile): Map<string, number>[] {
  const first = new Map<string, number>();
  let pageCount = 0;
  return file.bodies.map((_, body) => {
    const document = openOrNull(file, body);
    if (!document) return new Map();
    const begin = first.get(document.path) ?? pageCount;
    if (!first.has(document.path)) {
      first.set(document.path, begin);
      pageCount += document.pages.length;
    }
    return new Map(document.pages.map((page, i) => [page.id, begin + i]));
  });
}

function openOrNull(file: OfdFile, body: number): OfdDocument | null {
  try {
    return openDocument(file, body);
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
