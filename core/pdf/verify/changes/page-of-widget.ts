/** Finds the page of an annotation through the annotation lists of the pages. */
import type { PdfView } from '../../read/document.ts';
import { isArray, isDict, isRef } from '../../read/objects.ts';
import { pageList } from '../page-list.ts';

const cache = new WeakMap<PdfView, Map<number, number>>();

/** `{ page }`, counted from 1, or `{}` if no page lists the annotation. */
export function pageOfWidget(view: PdfView, num: number): { page?: number } {
  let index = cache.get(view);
  if (!index) {
    index = new Map();
    for (const [i, pageNum] of pageList(view).entries()) {
      const page = view.get(pageNum);
      const annotations = isDict(page) ? view.lookup(page, 'Annots') : null;
      if (!isArray(annotations)) continue;
      for (const item of annotations.items)
        if (isRef(item) && !index.has(item.num)) index.set(item.num, i + 1);
    }
    cache.set(view, index);
  }
  const page = index.get(num);
  return page === undefined ? {} : { page };
}
