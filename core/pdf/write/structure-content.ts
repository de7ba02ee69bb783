/** Widgets of a tagged file that become content of their page: their place in the structure tree is kept (14.7.4). */
import type { PdfDocument } from '../read/document.ts';
import {
  isArray,
  isDict,
  isName,
  isRef,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfArrayOf,
  pdfDict,
  pdfName,
  withEntries,
  withItems,
} from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import type { Increment } from './increment.ts';

/** The element of a widget in the structure tree. */
export interface WidgetElement {
  readonly ref: PdfRef;
  readonly widget: PdfRef;
}

const MAX_DEPTH = 32;

/** The value of a key of a number tree (7.9.7), unresolved. */
export function numberIn(view: PdfDocument, node: PdfDict, key: number, depth = 0): PdfObject | undefined {
  const nums = view.lookup(node, 'Nums');
  if (isArray(nums))
    for (let i = 0; i + 1 < nums.items.length; i += 2)
      if (view.resolve(nums.items[i]) === key) return nums.items[i + 1];
  const kids = view.lookup(node, 'Kids');
  if (!isArray(kids) || depth >= MAX_DEPTH) return undefined;
  for (const kid of kids.items) {
    const below = view.resolve(kid);
    if (!isDict(below)) continue;
    const limits = view.lookup(below, 'Limits');
    const [least, most] = isArray(limits) ? limits.items.map((item) => view.resolve(item)) : [];
    if (typeof least === 'number' && typeof most === 'number' && (key < least || key > most)) continue;
    const found = numberIn(view, below, key, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The number tree with other values at keys that it has; nodes that are objects of their own are written. */
export function withNumbers(
  view: PdfDocument,
  increment: Increment,
  node: PdfDict,
  changed: ReadonlyMap<number, PdfObject>,
  depth = 0,
): PdfDict {
  if (changed.size === 0 || depth > MAX_DEPTH) return node;
  let made = node;
  for (const key of ['Nums', 'Kids'] as const) {
    const list = view.lookup(node, key);
    if (!isArray(list)) continue;
    const items = list.items.map((item, i): PdfObject => {
      if (key === 'Nums') {
        const of = i % 2 === 1 ? view.resolve(list.items[i - 1]) : undefined;
        return (typeof of === 'number' ? changed.get(of) : undefined) ?? item;
      }
      const below = view.resolve(item);
      if (!isDict(below)) return item;
      const next = withNumbers(view, increment, below, changed, depth + 1);
      if (next === below || !isRef(item)) return next === below ? item : next;
      increment.set(item, next);
      return item;
    });
    if (items.every((item, i) => item === list.items[i])) continue;
    made = withEntries(made, { [key]: withItems(list, items) });
  }
  return made;
}

/** The element that refers to a widget as an object; undefined if the tree has none. */
export function elementOf(
  view: PdfDocument,
  tree: PdfDict,
  { ref: widget, dict }: { readonly ref: PdfRef | undefined; readonly dict: PdfDict },
): WidgetElement | undefined {
  const key = view.lookup(dict, 'StructParent');
  const ref = typeof key === 'number' ? numberIn(view, tree, key) : undefined;
  if (!widget || !isRef(ref ?? null)) return undefined;
  const element = view.get(ref as PdfRef);
  if (!isDict(element) || !kidsOf(view, element).some((kid) => isAbout(view, kid, widget))) return undefined;
  return { ref: ref as PdfRef, widget };
}

/** Puts marked content in the place of the widget. `properties`: attributes that say what kind of field is printed there. */
export function putContent(
  view: PdfDocument,
  increment: Increment,
  { ref, widget }: WidgetElement,
  { page, mcid, looks: properties }: { page: PdfPage; mcid: number; looks: PdfDict },
): void {
  const element = increment.get(ref) as PdfDict;
  const content = pdfDict({ Type: pdfName('MCR'), Pg: page.ref, MCID: mcid });
  const kids = kidsOf(view, element).map((kid) => (isAbout(view, kid, widget) ? content : kid));
  // A Form element without a widget says what was printed of it (ISO 32000-1, 14.8.5.6).
  const isForm = isName(view.lookup(element, 'S'), 'Form');
  const known = element.entries.get('A');
  const attributes = view.resolve(known);
  const A =
    known === undefined
      ? properties
      : isArray(attributes)
        ? withItems(attributes, [...attributes.items, properties])
        : pdfArray(known, properties);
  increment.set(ref, withEntries(element, { K: one(kids), ...(isForm ? { A } : {}) }));
}

/** Removes the widget from the tree, and its element if nothing else is in it. */
export function removeElement(view: PdfDocument, increment: Increment, { ref, widget }: WidgetElement): void {
  const element = increment.get(ref) as PdfDict;
  const left = kidsOf(view, element).filter((kid) => !isAbout(view, kid, widget));
  const above = element.entries.get('P') ?? null;
  const parent = isRef(above) ? increment.get(above) : undefined;
  if (left.length > 0 || !isRef(above) || !isDict(parent ?? null)) {
    increment.set(ref, withEntries(element, { K: one(left) }));
    return;
  }
  const dict = parent as PdfDict;
  const siblings = kidsOf(view, dict).filter((kid) => !(isRef(kid) && kid.num === ref.num));
  increment.set(above, withEntries(dict, { K: one(siblings) }));
}

const one = (kids: readonly PdfObject[]): PdfObject | undefined =>
  kids.length === 0 ? undefined : kids.length === 1 ? kids[0] : pdfArrayOf([...kids]);

function kidsOf(view: PdfDocument, element: PdfDict): readonly PdfObject[] {
  const raw = element.entries.get('K');
  const kids = view.resolve(raw);
  return isArray(kids) ? kids.items : raw === undefined || kids === null ? [] : [raw];
}

function isAbout(view: PdfDocument, kid: PdfObject, widget: PdfRef): boolean {
  const dict = view.resolve(kid);
  const object = isDict(dict) && isName(view.lookup(dict, 'Type'), 'OBJR') ? dict.entries.get('Obj') : null;
  return isRef(object ?? null) && (object as PdfRef).num === widget.num;
}
