/** Object numbers of a state's pages in order (ISO 32000-2, 7.7.3). */
import type { PdfView } from '../read/document.ts';
import { isArray, isDict, isRef, type PdfObject } from '../read/objects.ts';

const cache = new WeakMap<PdfView, readonly number[]>();

/** Walks the page tree; a page met twice is listed twice, a cycle is left. 0 stands for a page that is no object. */
export function pageList(view: PdfView): readonly number[] {
  const known = cache.get(view);
  if (known) return known;
  const pages: number[] = [];
  const path = new Set<number>();
  const walk = (node: PdfObject | undefined) => {
    if (pages.length > 1_000_000) return;
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
