import { type ActiveContent, activeFindings } from '#core/active-content.ts';
import type { PdfView } from '../read/document.ts';
import { isArray, isDict, isRef, isStream, type PdfObject } from '../read/objects.ts';
import { listPages } from '../read/pages.ts';
import { actionKind, activeKeys, annotationKind, NOT_ACTIVE } from './active-parts.ts';

const MAX_DEPTH = 200;

/**
 * Finds scripts, launch actions, embedded files, XFA and similar content anywhere in the document, with the pages that
 * contain it. Throws what reading the document throws.
 *
 * ```ts
 * const found = findActiveContent(openPdfBytes(bytes));
 * if (found.length > 0) refuse(found.map(({ kind }) => kind));
 * ```
 */
export function findActiveContent(view: PdfView): ActiveContent[] {
  const found = activeFindings();
  const seen = new Set<number>();
  const visit = (object: PdfObject, page: number | undefined, depth: number): void => {
    if (isRef(object)) {
      if (seen.has(object.num)) return;
      seen.add(object.num);
    }
    if (depth > MAX_DEPTH) return;
    const value = view.resolve(object);
    if (isArray(value)) {
      for (const item of value.items) visit(item, page, depth + 1);
      return;
    }
    const dict = isStream(value) ? value.dict : value;
    if (!isDict(dict)) return;
    const own = actionKind(view, dict) ?? annotationKind(view, dict);
    if (own) found.add(own, page);
    for (const { kind } of activeKeys(view, dict)) found.add(kind, page);
    for (const [key, inner] of dict.entries) if (!NOT_ACTIVE.has(key)) visit(inner, page, depth + 1);
  };
  const pages = listPages(view);
  // Pages first, so that content reachable from a page and from the document is reported with its page.
  for (const page of pages) if (page.ref) seen.add(page.ref.num);
  for (const page of pages)
    for (const [key, inner] of page.dict.entries) if (!NOT_ACTIVE.has(key)) visit(inner, page.index + 1, 0);
  for (const page of pages) {
    for (const { kind } of activeKeys(view, page.dict)) found.add(kind, page.index + 1);
  }
  visit(view.catalogRef, undefined, 0);
  return found.list();
}
