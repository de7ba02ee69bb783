import { claimsOf } from '../read/conformance.ts';
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

/** The structure tree of a tagged file (14.7), for adding widgets. */
export interface Structure {
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
  const nums: PdfObject[] = [];
  const pages = new Map<number, PdfRef>();
  return {
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
      nums.push(key, element);
      if (page.ref) pages.set(page.ref.num, page.ref);
      return key;
    },
    finish() {
      if (elements.length === 0) return;
      // Tab order by structure, which PDF/UA requires on every page with annotations (ISO 14289-1, 7.18.3).
      for (const ref of pages.values()) {
        const dict = increment.get(ref);
        if (isDict(dict)) increment.set(ref, withEntries(dict, { Tabs: pdfName('S') }));
      }
      const treeRef = root.entries.get('ParentTree');
      const grown = grownTree(document, isDict(tree) ? tree : pdfDict({ Nums: pdfArray() }), nums);
      const own = { ParentTree: isRef(treeRef) && isDict(tree) ? treeRef : increment.add(grown) };
      if (isRef(treeRef) && isDict(tree)) increment.set(treeRef, grown);
      let changed = withEntries(root, { ...own, ParentTreeNextKey: next });
      if (parent === rootRef) changed = withKids(document, changed, elements);
      else {
        const element = document.get(parent);
        if (isDict(element)) increment.set(parent, withKids(document, element, elements));
      }
      increment.set(rootRef, changed);
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
function grownTree(document: PdfDocument, tree: PdfDict, nums: readonly PdfObject[]): PdfDict {
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
