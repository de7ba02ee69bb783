import { claimsOf } from '../read/conformance.ts';
import type { PdfDocument } from '../read/document.ts';
import {
  isArray,
  isDict,
  isName,
  isRef,
  type PdfArray,
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
import {
  elementOf,
  numberIn,
  putContent,
  removeElement,
  type WidgetElement,
  withNumbers,
} from './structure-content.ts';

type Widget = { readonly ref: PdfRef | undefined; readonly dict: PdfDict };

/** The structure tree of a tagged file (14.7), for adding widgets, and for those that become content. */
export interface Structure {
  /** Whether the tree knows a widget, so that content can take its place. */
  has(widget: Widget): boolean;
  /** Puts content of the page in the place of a widget that is drawn; returns its MCID. `properties`: of the field, as printed. */
  toContent(page: PdfPage, widget: Widget, properties: PdfDict): number;
  /** Removes a widget of which nothing is drawn. */
  drop(widget: Widget): void;
  /** Adds a widget to the tree as a Form element after all existing ones and returns its /StructParent. */
  add(page: PdfPage, widget: PdfRef): number;
  /** Writes the tree. Must be called once, after all widgets are added to their pages. */
  finish(): void;
}

/**
 * Undefined if the file is not tagged. Use only before the first signature: most readers treat a later change of the
 * tree as tampering.
 */
export function openStructure(document: PdfDocument, increment: Increment): Structure | undefined {
  if (!claimsOf(document).tagged) return undefined;
  const rootRef = document.catalog.entries.get('StructTreeRoot');
  const root = document.resolve(rootRef);
  if (!isRef(rootRef) || !isDict(root)) return undefined;
  const tree = document.lookup(root, 'ParentTree');
  let next = nextKey(document, root, isDict(tree) ? tree : undefined);
  const parent = documentElement(document, root) ?? rootRef;
  const elements: PdfRef[] = [];
  const nums: [number, PdfObject][] = [];
  const pages = new Map<number, PdfRef>();
  const contents = contentNumbers(document, increment, isDict(tree) ? tree : pdfDict(), () => next++);
  let isChanged = false;
  const elementFor = (widget: Widget): WidgetElement | undefined =>
    isDict(tree) ? elementOf(document, tree, widget) : undefined;
  return {
    has: (widget) => elementFor(widget) !== undefined,
    toContent(page, widget, properties) {
      const element = elementFor(widget)!;
      const mcid = contents.add(page, element.ref);
      putContent(document, increment, element, { page, mcid, looks: properties });
      isChanged = true;
      return mcid;
    },
    drop(widget) {
      const element = elementFor(widget);
      if (element) removeElement(document, increment, element);
    },
    add(page, widget) {
      const key = next++;
      const element = increment.add(
        pdfDict({
          Type: pdfName('StructElem'),
          S: pdfName('Form'),
          P: parent,
          Pg: page.ref,
          K: pdfDict({ Type: pdfName('OBJR'), Obj: widget, Pg: page.ref }),
        }),
      );
      elements.push(element);
      nums.push([key, element]);
      if (page.ref) pages.set(page.ref.num, page.ref);
      return key;
    },
    finish() {
      if (elements.length === 0 && !isChanged) return;
      nums.push(...contents.added());
      // Tab order by structure, which PDF/UA requires on every page with annotations (ISO 14289-1, 7.18.3).
      for (const ref of pages.values()) {
        const dict = increment.get(ref);
        if (isDict(dict)) increment.set(ref, withEntries(dict, { Tabs: pdfName('S') }));
      }
      const treeRef = root.entries.get('ParentTree');
      const known = isDict(tree) ? tree : pdfDict({ Nums: pdfArray() });
      const grown = grownTree(document, withNumbers(document, increment, known, contents.changed), nums);
      const own = { ParentTree: isRef(treeRef) && isDict(tree) ? treeRef : increment.add(grown) };
      if (isRef(treeRef) && isDict(tree)) increment.set(treeRef, grown);
      let changed = withEntries(increment.get(rootRef) as PdfDict, { ...own, ParentTreeNextKey: next });
      if (parent === rootRef) changed = withKids(document, changed, elements);
      else {
        const element = increment.get(parent);
        if (isDict(element)) increment.set(parent, withKids(document, element, elements));
      }
      increment.set(rootRef, changed);
    },
  };
}

/** The numbers of marked content that pages get (14.7.4.4): each page lists the elements of its content by number. */
function contentNumbers(document: PdfDocument, increment: Increment, tree: PdfDict, newKey: () => number) {
  /** Elements by the key of a page; of pages without a list yet in `fresh`. */
  const changed = new Map<number, PdfObject>();
  const fresh = new Map<number, { key: number; items: PdfObject[] }>();
  return {
    changed,
    added: (): [number, PdfObject][] => [...fresh.values()].map(({ key, items }) => [key, pdfArrayOf(items)]),
    add(page: PdfPage, element: PdfRef): number {
      const dict = increment.get(page.ref!) as PdfDict;
      const key = document.lookup(dict, 'StructParents');
      const raw = typeof key === 'number' ? (changed.get(key) ?? numberIn(document, tree, key)) : undefined;
      const list = isRef(raw ?? null) ? increment.get(raw as PdfRef) : raw;
      if (typeof key === 'number' && isArray(list ?? null)) {
        const array = list as PdfArray;
        const longer = withItems(array, [...array.items, element]);
        if (isRef(raw ?? null)) increment.set(raw as PdfRef, longer);
        else changed.set(key, longer);
        return array.items.length;
      }
      const own = fresh.get(page.ref!.num) ?? { key: newKey(), items: [] };
      if (own.items.length === 0) increment.set(page.ref!, withEntries(dict, { StructParents: own.key }));
      fresh.set(page.ref!.num, own);
      own.items.push(element);
      return own.items.length - 1;
    },
  };
}

/** The single Document element at the root, if there is one. */
function documentElement(document: PdfDocument, root: PdfDict): PdfRef | undefined {
  const kids = root.entries.get('K') ?? null;
  const list = isRef(kids) ? document.resolve(kids) : kids;
  const only = isArray(list) ? (list.items.length === 1 ? list.items[0] : undefined) : kids;
  const element = document.resolve(only);
  return isRef(only) && isDict(element) && isName(document.lookup(element, 'S'), 'Document')
    ? only
    : undefined;
}

function withKids(document: PdfDocument, dict: PdfDict, more: readonly PdfRef[]): PdfDict {
  const raw = dict.entries.get('K');
  const kids = document.resolve(raw);
  if (isArray(kids)) return withEntries(dict, { K: withItems(kids, [...kids.items, ...more]) });
  return withEntries(dict, { K: pdfArrayOf([...(raw === undefined ? [] : [raw]), ...more]) });
}

function nextKey(document: PdfDocument, root: PdfDict, tree: PdfDict | undefined): number {
  const said = document.lookup(root, 'ParentTreeNextKey');
  const highest = tree ? highestKey(document, tree, 0) : -1;
  return Math.max(typeof said === 'number' ? said : 0, highest + 1);
}

function highestKey(document: PdfDocument, node: PdfDict, depth: number): number {
  const nums = document.lookup(node, 'Nums');
  const kids = document.lookup(node, 'Kids');
  let highest = -1;
  if (isArray(nums))
    for (let i = 0; i < nums.items.length; i += 2) {
      const key = document.resolve(nums.items[i]);
      if (typeof key === 'number') highest = Math.max(highest, key);
    }
  if (isArray(kids) && depth < 32)
    for (const kid of kids.items) {
      const below = document.resolve(kid);
      if (isDict(below)) highest = Math.max(highest, highestKey(document, below, depth + 1));
    }
  return highest;
}

/** The number tree (7.9.7) with the new entries appended. */
function grownTree(document: PdfDocument, tree: PdfDict, added: readonly [number, PdfObject][]): PdfDict {
  if (added.length === 0) return tree;
  const nums = added.toSorted(([a], [b]) => a - b).flat();
  const kids = document.lookup(tree, 'Kids');
  if (isArray(kids)) {
    const limits = pdfArray(nums[0]!, nums[nums.length - 2]!);
    const leaf = pdfDict({ Limits: limits, Nums: pdfArrayOf([...nums]) });
    return withEntries(tree, { Kids: withItems(kids, [...kids.items, leaf]) });
  }
  const old = document.lookup(tree, 'Nums');
  const grown = isArray(old) ? withItems(old, [...old.items, ...nums]) : pdfArrayOf([...nums]);
  return withEntries(tree, { Nums: grown });
}
