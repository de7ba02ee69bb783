import type { PdfDocument } from '../read/document.ts';
import {
  isArray,
  isDict,
  isRef,
  type PdfDict,
  type PdfObject,
  withEntries,
  withItems,
} from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import type { Increment } from '../write/increment.ts';

/** Removes annotations, by their numbers, from the list of a page. */
export function removeAnnotations(
  document: PdfDocument,
  increment: Increment,
  page: PdfPage,
  numbers: ReadonlySet<number>,
): void {
  const dict = increment.get(page.ref!) as PdfDict;
  const raw = dict.entries.get('Annots') ?? null;
  const list = document.resolve(raw);
  if (!isArray(list)) return;
  const left = withItems(
    list,
    list.items.filter((item) => !(isRef(item) && numbers.has(item.num))),
  );
  if (isRef(raw)) increment.set(raw, left);
  else increment.set(page.ref!, withEntries(dict, { Annots: left }));
}

/** Removes fields from the tree of the form and its order of calculation. */
export function removeFields(
  document: PdfDocument,
  increment: Increment,
  form: PdfDict,
  numbers: ReadonlySet<number>,
  isLast: boolean,
): void {
  let changed = form;
  for (const key of ['Fields', 'CO']) {
    const raw = form.entries.get(key) ?? null;
    const list = document.resolve(raw);
    if (!isArray(list)) continue;
    const left = withItems(list, withoutFields(document, increment, list.items, numbers));
    if (isRef(raw)) increment.set(raw, left);
    else changed = withEntries(changed, { [key]: left });
  }
  // No field is left that readers would have to draw.
  if (isLast && changed.entries.has('NeedAppearances'))
    changed = withEntries(changed, { NeedAppearances: undefined });
  if (changed === form) return;
  const catalog = increment.get(document.catalogRef) as PdfDict;
  const at = catalog.entries.get('AcroForm') ?? null;
  if (isRef(at)) increment.set(at, changed);
  else increment.set(document.catalogRef, withEntries(catalog, { AcroForm: changed }));
}

function withoutFields(
  document: PdfDocument,
  increment: Increment,
  items: readonly PdfObject[],
  numbers: ReadonlySet<number>,
  seen = new Set<number>(),
): PdfObject[] {
  return items.filter((item) => {
    if (!isRef(item)) return true;
    if (numbers.has(item.num)) return false;
    if (seen.has(item.num)) return true;
    seen.add(item.num);
    const dict = document.get(item);
    const raw = isDict(dict) ? (dict.entries.get('Kids') ?? null) : null;
    const kids = document.resolve(raw);
    if (!isDict(dict) || !isArray(kids)) return true;
    const left = withoutFields(document, increment, kids.items, numbers, seen);
    if (left.length === kids.items.length) return true;
    if (isRef(raw)) increment.set(raw, withItems(kids, left));
    else increment.set(item, withEntries(dict, { Kids: withItems(kids, left) }));
    return left.length > 0;
  });
}
