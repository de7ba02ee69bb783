import { AppError } from '#core/errors.ts';
import type { PdfView } from './document.ts';
import {
  isArray,
  isDict,
  isName,
  isRef,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfDict,
} from './objects.ts';

/** Left, bottom, right, top in page units, ordered. */
export type PageBox = readonly [left: number, bottom: number, right: number, top: number];

export interface PdfPage {
  /** Counted from 0. */
  readonly index: number;
  /** Undefined for a page that is a direct object, which no writer should produce. */
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
  readonly mediaBox: PageBox;
  /** The visible area: the crop box clipped to the media box. */
  readonly cropBox: PageBox;
  /** Clockwise rotation for display. */
  readonly rotate: 0 | 90 | 180 | 270;
  /** Length of one unit in 1/72 inch. */
  readonly userUnit: number;
  readonly resources: PdfDict;
}

type PageAttributes = Partial<Record<'Resources' | 'MediaBox' | 'CropBox' | 'Rotate', PdfObject>>;

const MAX_PAGES = 100_000;
const MAX_DEPTH = 64;
/** Entries that a page inherits from the nodes above it (ISO 32000-2, table 31). */
export const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/**
 * All pages in order. In a cyclic tree each page is listed once. Throws DOCUMENT_TOO_COMPLEX.
 *
 * ```ts
 * const [first] = listPages(openPdfBytes(bytes));
 * ```
 */
export function listPages(view: PdfView): PdfPage[] {
  const pages: PdfPage[] = [];
  const seen = new Set<number>();
  const walk = (object: PdfObject, inherited: PageAttributes, depth: number): void => {
    if (isRef(object)) {
      if (seen.has(object.num)) return;
      seen.add(object.num);
    }
    const dict = view.resolve(object);
    if (!isDict(dict)) return;
    const kids = kidsOf(view, dict);
    if (!kids) {
      if (pages.length >= MAX_PAGES) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'pages' });
      pages.push(makePage(view, pages.length, isRef(object) ? object : undefined, dict, inherited));
      return;
    }
    if (depth >= MAX_DEPTH) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'page tree' });
    const below = inherit(dict, inherited);
    for (const kid of kids) walk(kid, below, depth + 1);
  };
  walk(view.catalog.entries.get('Pages') ?? null, {}, 0);
  return pages;
}

/**
 * One page by its index, reading only the path to it. Relies on the counts in the tree; if they are inconsistent, the
 * whole tree is walked. Throws INPUT_INVALID if there is no such page.
 */
export function findPage(view: PdfView, index: number): PdfPage {
  const found = descend(view, index) ?? listPages(view)[index];
  if (!found) throw new AppError('INPUT_INVALID', { page: index + 1 }, 'page');
  return found;
}

function descend(view: PdfView, index: number): PdfPage | undefined {
  let object: PdfObject = view.catalog.entries.get('Pages') ?? null;
  let inherited: PageAttributes = {};
  let skip = index;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const dict = view.resolve(object);
    if (!isDict(dict)) return undefined;
    const kids = kidsOf(view, dict);
    if (!kids)
      return skip === 0
        ? makePage(view, index, isRef(object) ? object : undefined, dict, inherited)
        : undefined;
    inherited = inherit(dict, inherited);
    const count = view.lookup(dict, 'Count');
    let next: PdfObject | undefined;
    if (count === kids.length) {
      // If there are as many kids as pages, each kid is a page.
      next = kids[skip];
      skip = 0;
    } else {
      for (const kid of kids) {
        const below = view.resolve(kid);
        const leaves = isDict(below) ? (kidsOf(view, below) ? view.lookup(below, 'Count') : 1) : 0;
        if (typeof leaves !== 'number') return undefined;
        if (skip < leaves) {
          next = kid;
          break;
        }
        skip -= leaves;
      }
    }
    if (next === undefined) return undefined;
    object = next;
  }
  return undefined;
}

/** The page with that reference, or undefined; `index` is -1, since its position is not looked up. */
export function pageOfRef(view: PdfView, ref: PdfRef): PdfPage | undefined {
  const dict = view.get(ref);
  if (!isDict(dict)) return undefined;
  const inherited: PageAttributes = {};
  let node: PdfObject = dict;
  for (let depth = 0; isDict(node) && depth < MAX_DEPTH; depth++) {
    for (const key of INHERITED) inherited[key] ??= node.entries.get(key);
    node = view.lookup(node, 'Parent');
  }
  return makePage(view, -1, ref, dict, inherited);
}

function kidsOf(view: PdfView, dict: PdfDict): PdfObject[] | undefined {
  const kids = view.lookup(dict, 'Kids');
  if (!isArray(kids) || isName(view.lookup(dict, 'Type'), 'Page')) return undefined;
  return kids.items;
}

function inherit(dict: PdfDict, from: PageAttributes): PageAttributes {
  const own: PageAttributes = { ...from };
  for (const key of INHERITED) {
    const value = dict.entries.get(key);
    if (value !== undefined) own[key] = value;
  }
  return own;
}

const LETTER: PageBox = [0, 0, 612, 792];

function makePage(
  view: PdfView,
  index: number,
  ref: PdfRef | undefined,
  dict: PdfDict,
  above: PageAttributes,
): PdfPage {
  const all = inherit(dict, above);
  const mediaBox = boxOf(view, all.MediaBox) ?? LETTER;
  const crop = boxOf(view, all.CropBox);
  const cropBox: PageBox = crop
    ? [
        Math.max(crop[0], mediaBox[0]),
        Math.max(crop[1], mediaBox[1]),
        Math.min(crop[2], mediaBox[2]),
        Math.min(crop[3], mediaBox[3]),
      ]
    : mediaBox;
  const turn = view.resolve(all.Rotate);
  const rotate = typeof turn === 'number' && turn % 90 === 0 ? ((turn % 360) + 360) % 360 : 0;
  const unit = view.lookup(dict, 'UserUnit');
  const resources = view.resolve(all.Resources);
  return {
    index,
    ref,
    dict,
    mediaBox,
    cropBox: cropBox[2] > cropBox[0] && cropBox[3] > cropBox[1] ? cropBox : mediaBox,
    rotate: rotate as PdfPage['rotate'],
    userUnit: typeof unit === 'number' && unit > 0 ? unit : 1,
    resources: isDict(resources) ? resources : pdfDict(),
  };
}

/** A rectangle with ordered corners; undefined if it is malformed or has no area. */
export function boxOf(view: PdfView, object: PdfObject | undefined): PageBox | undefined {
  const array = view.resolve(object);
  if (!isArray(array) || array.items.length < 4) return undefined;
  const [a, b, c, d] = array.items.slice(0, 4).map((item) => view.resolve(item));
  if (typeof a !== 'number' || typeof b !== 'number' || typeof c !== 'number' || typeof d !== 'number')
    return undefined;
  if (a === c || b === d) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}
