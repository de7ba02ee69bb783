/**
 * Rule: in a tagged document a new signature field is added to the structure tree (ISO 32000-2, 14.8.4.5 and 14.7.5.3):
 * a Form element with an object reference to the new widget, among the kids of an element, and its entry in the parent
 * tree. Existing entries must not change and nothing else may be added, since the structure determines what is read
 * aloud and extracted.
 */
import { isArray, isDict, isName, isRef, type PdfDict, type PdfObject } from '../../read/objects.ts';
import { type Comparison, usedAs } from './comparison.ts';
import type { FormChanges } from './form.ts';

const ELEMENT_KEYS = new Set(['Type', 'S', 'P', 'K', 'Pg', 'T', 'Alt', 'Lang', 'ID', 'NS', 'A', 'C', 'R']);
/** Grouping elements without a meaning of their own, which a writer may put around the Form element (table 365). */
const GROUPS = new Set(['Part', 'Sect', 'Div', 'NonStruct', 'P']);
const TREE_KEYS = new Set(['Nums', 'Kids', 'Limits', 'Type']);
const DEEPEST = 32;

/** Must run after the rules for fields and before those for pages. Only approves; `leftovers` refuses the rest. */
export function structure(cmp: Comparison, form: FormChanges): void {
  const [rootBefore, rootAfter] = [cmp.before, cmp.after].map((view) =>
    view.catalog.entries.get('StructTreeRoot'),
  );
  if (!isRef(rootBefore) || !isRef(rootAfter) || rootBefore.num !== rootAfter.num) return;
  const elements = newElements(cmp, form.newWidgets);
  if (elements.size === 0 || !parentTree(cmp, rootBefore.num, elements)) return;
  for (const num of cmp.touched) if (!cmp.isNew(num)) grown(cmp, num, rootBefore.num, elements);
  for (const num of elements) cmp.approve(num, () => false);
  cmp.change('structure-tree', 'lta', { detail: 'Form' });
}

const asElement = (object: PdfObject): PdfDict | null =>
  isDict(object) && isName(object.entries.get('S')) && object.entries.has('P') ? object : null;

/** New elements that contain only new signature widgets. */
function newElements(cmp: Comparison, widgets: ReadonlyMap<number, string>): Set<number> {
  const known = new Map<number, boolean>();
  const holdsWidgets = (num: number, depth: number): boolean => {
    const found = known.get(num);
    if (found !== undefined) return found;
    known.set(num, false);
    const dict =
      cmp.isNew(num) && cmp.touched.has(num) && depth < DEEPEST ? asElement(cmp.after.get(num)) : null;
    const good = dict !== null && elementHolds(cmp, dict, widgets, (kid) => holdsWidgets(kid, depth + 1));
    known.set(num, good);
    return good;
  };
  return new Set([...cmp.touched].filter((num) => holdsWidgets(num, 0)));
}

function elementHolds(
  cmp: Comparison,
  dict: PdfDict,
  widgets: ReadonlyMap<number, string>,
  isNewElement: (num: number) => boolean,
): boolean {
  if ([...dict.entries.keys()].some((key) => !ELEMENT_KEYS.has(key))) return false;
  const kind = dict.entries.get('S');
  const kids = kidsOf(cmp.after, dict);
  if (kids.length === 0) return false;
  if (isName(kind) && GROUPS.has(kind.value)) return kids.every((kid) => isRef(kid) && isNewElement(kid.num));
  if (!isName(kind, 'Form')) return false;
  return kids.every((kid) => {
    const reference = cmp.after.resolve(kid);
    if (!isDict(reference) || !isName(reference.entries.get('Type'), 'OBJR')) return false;
    const target = reference.entries.get('Obj');
    if (!isRef(target) || !widgets.has(target.num)) return false;
    if (isRef(kid)) cmp.approve(kid.num, () => false);
    return true;
  });
}

function kidsOf(view: Comparison['after'], dict: PdfDict): PdfObject[] {
  const raw = dict.entries.get('K');
  if (raw === undefined) return [];
  const value = view.resolve(raw);
  return isArray(value) ? value.items : [raw];
}

/** Approves an element or the tree's root that only gained new kids. */
function grown(cmp: Comparison, num: number, root: number, elements: ReadonlySet<number>): void {
  const [old, now] = [cmp.before.get(num), cmp.after.get(num)];
  if (!isDict(old) || !isDict(now) || !(num === root || asElement(old))) return;
  const ignored = new Set(num === root ? ['K', 'ParentTree', 'ParentTreeNextKey'] : ['K']);
  if (cmp.differing(old, now, ignored).length > 0 || !onlyGrew(cmp, old, now, elements)) return;
  const [rawOld, rawNow] = [old.entries.get('K'), now.entries.get('K')];
  if (isRef(rawNow) && isRef(rawOld) && rawOld.num === rawNow.num) cmp.approve(rawNow.num, usedAs('K'));
  else if (isRef(rawNow) && isArray(cmp.after.get(rawNow))) {
    if (!cmp.isNew(rawNow.num)) return;
    cmp.approve(rawNow.num, () => false);
  }
  cmp.approve(num, 'any');
}

/** Whether all old kids remain in order and every other kid is a new element. */
function onlyGrew(cmp: Comparison, old: PdfDict, now: PdfDict, elements: ReadonlySet<number>): boolean {
  const before = kidsOf(cmp.before, old);
  let at = 0;
  for (const kid of kidsOf(cmp.after, now)) {
    if (at < before.length && cmp.equal(before[at], kid)) at++;
    else if (!isRef(kid) || !elements.has(kid.num)) return false;
  }
  return at === before.length;
}

interface NumberTree {
  entries: Map<number, PdfObject>;
  nodes: Set<number>;
  sound: boolean;
}

/** Whether the parent tree (14.7.5.4) keeps its entries and its new entries lead to new elements only. */
function parentTree(cmp: Comparison, root: number, elements: ReadonlySet<number>): boolean {
  const [rootBefore, rootAfter] = [cmp.before.get(root), cmp.after.get(root)];
  if (!isDict(rootBefore) || !isDict(rootAfter)) return false;
  const [rawOld, rawNow] = [rootBefore.entries.get('ParentTree'), rootAfter.entries.get('ParentTree')];
  const [old, now] = [readTree(cmp.before, rawOld), readTree(cmp.after, rawNow)];
  if (!old.sound || !now.sound) return false;
  if (isRef(rawOld) && !(isRef(rawNow) && rawNow.num === rawOld.num)) return false;
  for (const [key, value] of old.entries) if (!cmp.equal(value, now.entries.get(key))) return false;
  for (const [key, value] of now.entries) {
    if (!old.entries.has(key) && !(isRef(value) && elements.has(value.num))) return false;
  }
  for (const num of now.nodes) {
    if (cmp.isNew(num)) cmp.approve(num, () => false);
    else if (old.nodes.has(num)) cmp.approve(num, usedAs('ParentTree', 'Kids/*', 'Nums'));
  }
  return true;
}

/** Entries of a number tree (7.9.7), and the object numbers of its nodes. */
function readTree(view: Comparison['after'], raw: PdfObject | undefined): NumberTree {
  const tree: NumberTree = { entries: new Map(), nodes: new Set(), sound: true };
  const walk = (node: PdfObject | undefined, depth: number): void => {
    if (isRef(node)) {
      if (tree.nodes.has(node.num)) tree.sound = false;
      tree.nodes.add(node.num);
    }
    const dict = view.resolve(node);
    if (
      !tree.sound ||
      depth > DEEPEST ||
      !isDict(dict) ||
      [...dict.entries.keys()].some((key) => !TREE_KEYS.has(key))
    ) {
      tree.sound = false;
      return;
    }
    const numbers = dict.entries.get('Nums');
    if (isRef(numbers)) tree.nodes.add(numbers.num);
    const list = view.resolve(numbers);
    const items = isArray(list) ? list.items : [];
    for (let i = 0; i + 1 < items.length; i += 2) {
      const key = view.resolve(items[i]);
      if (typeof key !== 'number' || tree.entries.has(key)) tree.sound = false;
      else tree.entries.set(key, items[i + 1]!);
    }
    const kids = view.lookup(dict, 'Kids');
    for (const kid of isArray(kids) ? kids.items : []) walk(kid, depth + 1);
  };
  if (raw !== undefined) walk(raw, 0);
  return tree;
}
