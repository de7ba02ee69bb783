import { isAppError } from '#core/errors.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import type { OfdFile } from '#core/ofd/model/types.ts';

/** For each document of the file the page index (from 0) by page id; empty where the document cannot be read. */
export function pageIndexes(file: OfdFile): Map<string, number>[] {
  return file.bodies.map((_, body) => {
    try {
      return new Map(openDocument(file, body).pages.map((page, i) => [page.id, i]));
    } catch (error) {
      if (isAppError(error)) return new Map();
      throw error;
    }
  });
}
