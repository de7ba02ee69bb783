/**
 * Rule: pages and their order must not change. Only the annotation list of a page may grow: by widgets of new signature
 * fields, and by annotations (which only DocMDP level 3 allows).
 */
import { isArray, isDict, isName, isRef, type PdfDict, type PdfObject } from '../../read/objects.ts';
import { pageList } from '../page-list.ts';
import { addedAnnotation, changedAnnotation, removedAnnotation } from './annotation.ts';
import { type Comparison, usedAs } from './comparison.ts';
import type { FormChanges } from './form.ts';

const CONTENT = new Set(['Contents', 'Resources']);

/** Must run after `form`, which collects the new widgets that a page may list. */
export function pages(cmp: Comparison, form: FormChanges): void {
  const before = pageList(cmp.before);
  const after = pageList(cmp.after);
  pageOrder(cmp, before, after);
  const had = new Set(before);
  for (const [i, num] of after.entries()) {
    if (num === 0 || !had.has(num)) continue;
    const [old, now] = [cmp.before.get(num), cmp.after.get(num)];
    if (!isDict(old) || !isDict(now)) continue;
    const raw = now.entries.get('Annots');
    const listTouched = isRef(raw) && cmp.touched.has(raw.num);
    if (cmp.touched.has(num)) page(cmp, num, i + 1, old, now);
    if (cmp.touched.has(num) || listTouched) annotations(cmp, num, i + 1, old, now, form);
    existingAnnotations(cmp, i + 1, now, form);
  }
}

function pageOrder(cmp: Comparison, before: readonly number[], after: readonly number[]): void {
  if (before.length === after.length && before.every((num, i) => num === after[i])) return;
  const [had, has] = [new Set(before), new Set(after)];
  for (const [i, num] of after.entries()) {
    if (!had.has(num)) cmp.refuse('change-pages', 'page-added', { page: i + 1 });
  }
  for (const [i, num] of before.entries()) {
    if (!has.has(num)) cmp.refuse('change-pages', 'page-removed', { page: i + 1 });
  }
  if (before.length === after.length && before.every((num) => has.has(num))) {
    cmp.refuse('change-pages', 'page-changed', { detail: 'Kids' });
  }
}

/** Adding a missing tab order changes nothing visible; writers add it with a field on a tagged page (12.5.1). */
const isTabOrder = (key: string, old: PdfDict, now: PdfDict): boolean =>
  key === 'Tabs' && !old.entries.has('Tabs') && isName(now.entries.get('Tabs'));

function page(cmp: Comparison, num: number, number: number, old: PdfDict, now: PdfDict): void {
  const differing = cmp.differing(old, now, new Set(['Annots'])).filter((key) => !isTabOrder(key, old, now));
  for (const key of differing) {
    const content = CONTENT.has(key);
    const problem = content ? 'change-page-content' : key === 'AA' ? 'change-action' : 'change-pages';
    cmp.refuse(problem, content ? 'page-content' : 'page-changed', { page: number, detail: key });
  }
  if (differing.length === 0) cmp.approve(num, 'any');
}

function annotations(
  cmp: Comparison,
  num: number,
  number: number,
  old: PdfDict,
  now: PdfDict,
  form: FormChanges,
): void {
  const [rawOld, rawNow] = [old.entries.get('Annots'), now.entries.get('Annots')];
  const before = items(cmp.before.resolve(rawOld));
  const after = items(cmp.after.resolve(rawNow));
  if (!before || !after) {
    cmp.refuse('change-annotation', 'annotation-changed', { page: number, detail: 'Annots' });
    return;
  }
  const [had, has] = [keysOf(before), keysOf(after)];
  const known = new Set(had);
  let at = 0;
  for (const [i, item] of after.entries()) {
    const key = has[i]!;
    if (at < before.length && had[at] === key && cmp.equal(before[at], item)) at++;
    else if (key !== null && known.has(key)) {
      cmp.refuse('change-annotation', 'annotation-changed', { page: number, detail: 'Annots' });
      break;
    } else addedAnnotation(cmp, number, item, form);
  }
  const remaining = new Set(has);
  for (const [i, item] of before.entries()) {
    if (had[i] === null ? !after.some((other) => cmp.equal(other, item)) : !remaining.has(had[i]!)) {
      removedAnnotation(cmp, number, item);
    }
  }
  if (!isRef(rawNow)) return;
  if (isRef(rawOld) && rawOld.num === rawNow.num) cmp.approve(rawNow.num, usedAs('Annots'));
  else if (cmp.isNew(rawNow.num)) cmp.approve(rawNow.num, () => false);
  else cmp.refuse('change-annotation', 'annotation-changed', { page: number, detail: `${num} 0 R Annots` });
}

/** Judges existing annotations whose objects were rewritten. Fields are judged as fields. */
function existingAnnotations(cmp: Comparison, number: number, now: PdfDict, form: FormChanges): void {
  for (const item of items(cmp.after.lookup(now, 'Annots')) ?? []) {
    if (!isRef(item) || !cmp.touched.has(item.num) || cmp.isNew(item.num)) continue;
    if (!form.newWidgets.has(item.num)) changedAnnotation(cmp, number, item.num);
  }
}

/** Object numbers of the annotations; null for a direct one. */
const keysOf = (list: PdfObject[]): (number | null)[] => list.map((item) => (isRef(item) ? item.num : null));

const items = (object: PdfObject): PdfObject[] | undefined =>
  isArray(object) ? object.items : object === null ? [] : undefined;
