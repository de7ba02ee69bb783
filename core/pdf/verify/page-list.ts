/** Object numbers of the pages of a state, in order (ISO 32000-2, 7.7.3). */
import { AppError } from '#core/errors.ts';
import type { PdfView } from '../read/document.ts';
import { isArray, isDict, isName, isRef, type PdfDict, type PdfObject } from '../read/objects.ts';

const cache = new WeakMap<PdfView, readonly number[]>();

/**
 * Walks the page tree; repeated pages are listed repeatedly, cycles are cut. 0 represents a page that is a direct
 * object.
 */
export function pageList(view: PdfView): readonly number[] {
  const known = cache.get(view);
  if (known) return known;
  const pages: number[] = [];
  const path = new Set<number>();
  let visits = 0;
  const walk = (node: PdfObject | undefined) => {
    if (visits++ > 1_000_000) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'page tree' });
    const num = isRef(node) ? node.num : 0;
    if (num && path.has(num)) return;
    const dict = view.resolve(node);
    if (!isDict(dict)) return;
    const kids = view.lookup(dict, 'Kids');
    if (!isArray(kids)) {
      pages.push(num);
      return;
    }
    path.add(num);
    for (const kid of kids.items) walk(kid);
    path.delete(num);
  };
  walk(view.catalog.entries.get('Pages'));
  cache.set(view, pages);
  return pages;
}

/** Annotations of the pages, in order, with the page that lists them (from 1). */
export function annotationsOfPages(view: PdfView): { num: number; dict: PdfDict; page: number }[] {
  const found: { num: number; dict: PdfDict; page: number }[] = [];
  for (const [i, pageNum] of pageList(view).entries()) {
    const page = view.get(pageNum);
    const list = isDict(page) ? view.lookup(page, 'Annots') : null;
    for (const item of isArray(list) ? list.items : []) {
      const dict = isRef(item) ? view.get(item.num) : null;
      if (isRef(item) && isDict(dict)) found.push({ num: item.num, dict, page: i + 1 });
    }
  }
  return found;
}

/** Widgets on pages, whether or not the form lists their fields. */
export const widgetsOfPages = (view: PdfView): { num: number; dict: PdfDict; page: number }[] =>
  annotationsOfPages(view).filter(({ dict }) => isName(view.lookup(dict, 'Subtype'), 'Widget'));
