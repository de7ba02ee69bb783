/**
 * Rule: if DocMDP permits level 3, annotations may be added, changed and removed (level "annotation"), provided that
 * they cannot cover or imitate page content: comments, text markup, links. Annotations with arbitrary drawings
 * (FreeText, Stamp, Redact, shapes, Screen, 3D …) are refused even then: the "evil annotation" attack
 * (pdf-insecurity.org) uses them to replace certified content.
 */
import {
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  type PdfDict,
  type PdfObject,
} from '../../read/objects.ts';
import { type Comparison, usedAs } from './comparison.ts';
import type { FormChanges } from './form.ts';

/** Annotations that are small or leave the text below readable (ISO 32000-2, table 171). */
const HARMLESS = new Set([
  'Text',
  'Popup',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Caret',
  'Link',
]);

/** Operators that draw text, pictures, shadings or other forms. */
const DRAWS_MORE = /(?:^|[\s\])>])(?:Tj|TJ|'|"|Do|sh|BI|INLINE)(?=[\s[(<]|$)/;

const uses = usedAs('Annots/*', 'Popup', 'Parent', 'IRT', 'Obj');

/**
 * Judges `item`, a new annotation in the list of page `page` (from 1), direct or by reference. Skips widgets of new
 * signature fields, which were judged with their field. Refuses all other widgets.
 */
export function addedAnnotation(cmp: Comparison, page: number, item: PdfObject, form: FormChanges): void {
  const field = isRef(item) ? form.newWidgets.get(item.num) : undefined;
  if (field !== undefined) return;
  const dict = cmp.after.resolve(item);
  const type = subtype(dict);
  if (isRef(item) && form.after.all.some((other) => other.widgets.includes(item.num))) {
    cmp.refuse('change-annotation', 'annotation-added', { page, detail: 'Widget' });
    return;
  }
  if (!isDict(dict) || !isHarmless(cmp, dict)) {
    cmp.refuse('change-annotation-hides-content', 'annotation-added', { page, detail: type });
    return;
  }
  if (isRef(item)) cmp.approve(item.num, () => false);
  for (const [key, value] of dict.entries) if (key !== 'P' && key !== 'Parent') cmp.approveNew(value);
  cmp.change('annotation-added', 'annotation', { page, detail: type });
}

/** Judges the removal of `item` from the list of page `page` (from 1). Only harmless types may be removed. */
export function removedAnnotation(cmp: Comparison, page: number, item: PdfObject): void {
  const dict = cmp.before.resolve(item);
  const type = subtype(dict);
  if (isDict(dict) && HARMLESS.has(type))
    cmp.change('annotation-removed', 'annotation', { page, detail: type });
  else cmp.refuse('shadow-hide', 'annotation-removed', { page, detail: type });
}

/** Judges a rewritten annotation, object `num`; `page` from 1. `leftovers` refuses whatever is not approved here. */
export function changedAnnotation(cmp: Comparison, page: number, num: number): void {
  if (cmp.approved.has(num)) return;
  const [old, now] = [cmp.before.get(num), cmp.after.get(num)];
  if (!isDict(old) || !isDict(now)) return;
  const type = subtype(now);
  if (
    type === 'Widget' ||
    type !== subtype(old) ||
    !isHarmless(cmp, now) ||
    cmp.differing(old, now).includes('A')
  ) {
    return;
  }
  cmp.approve(num, uses);
  for (const [key, value] of now.entries) if (key !== 'P' && key !== 'Parent') cmp.approveNew(value);
  cmp.change('annotation-changed', 'annotation', { page, detail: type });
}

const subtype = (object: PdfObject): string => {
  const name = isDict(object) ? object.entries.get('Subtype') : undefined;
  return isName(name) ? name.value : '?';
};

function isHarmless(cmp: Comparison, dict: PdfDict): boolean {
  const type = subtype(dict);
  if (!HARMLESS.has(type) || dict.entries.has('AA')) return false;
  const action = cmp.after.lookup(dict, 'A');
  if (
    isDict(action) &&
    !isName(cmp.after.lookup(action, 'S'), 'URI') &&
    !isName(cmp.after.lookup(action, 'S'), 'GoTo')
  ) {
    return false;
  }
  const look = cmp.after.lookup(dict, 'AP');
  if (!isDict(look)) return look === null;
  return [...look.entries.values()].every((value) => plainDrawing(cmp, cmp.after.resolve(value), type));
}

/** Whether the appearance draws only lines and fills. A highlight must also blend with the text below. */
function plainDrawing(cmp: Comparison, value: PdfObject, type: string): boolean {
  if (isDict(value))
    return [...value.entries.values()].every((v) => plainDrawing(cmp, cmp.after.resolve(v), type));
  if (!isStream(value)) return value === null;
  try {
    const content = new TextDecoder('latin1').decode(cmp.after.decode(value));
    if (DRAWS_MORE.test(content)) return false;
    return type !== 'Highlight' || !drawsOverText(cmp, value.dict);
  } catch {
    return false;
  }
}

/** Whether a highlight may cover the text: true unless it is blended with Multiply. */
function drawsOverText(cmp: Comparison, form: PdfDict): boolean {
  const resources = cmp.after.lookup(form, 'Resources');
  const states = isDict(resources) ? cmp.after.lookup(resources, 'ExtGState') : null;
  if (!isDict(states)) return true;
  return ![...states.entries.values()].some((state) => {
    const dict = cmp.after.resolve(state);
    if (!isDict(dict)) return false;
    const mode = cmp.after.lookup(dict, 'BM');
    return isName(mode, 'Multiply') || (isArray(mode) && mode.items.some((name) => isName(name, 'Multiply')));
  });
}
