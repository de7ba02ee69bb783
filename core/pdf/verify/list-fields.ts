/** The form's fields in one state of the file (ISO 32000-2, 12.7.4). */
import type { PdfView } from '../read/document.ts';
import { isArray, isDict, isName, isRef, isString, type PdfDict, type PdfObject } from '../read/objects.ts';
import { textOf } from './text-of.ts';

export interface FormField {
  /** Names from the root to it, joined by full stops. */
  name: string;
  /** Number of its object. */
  num: number;
  dict: PdfDict;
  /** Tx, Btn, Ch, Sig, its own or inherited; null where none says. */
  type: string | null;
  /** Objects of its widgets: itself, or its kids without a name of their own. */
  widgets: number[];
  /** Keys that lead from the form's Fields to it, for the display only. */
  parent: FormField | null;
  terminal: boolean;
}

export interface FieldList {
  byName: Map<string, FormField>;
  /** Names that two fields have. */
  duplicates: string[];
  /** Every field found, those with a name already taken too, in the order of the form. */
  all: FormField[];
  /** Whether something in the form was not as it must be (a direct field, no array, a cycle). */
  broken: boolean;
}

const MOST_FIELDS = 100_000;

const cache = new WeakMap<PdfView, FieldList>();

/** Lists all named fields of the view's form. Never throws for odd forms: it says `broken`. */
export function listFields(view: PdfView): FieldList {
  const known = cache.get(view);
  if (known) return known;
  const made = readFields(view);
  cache.set(view, made);
  return made;
}

function readFields(view: PdfView): FieldList {
  const list: FieldList = { byName: new Map(), duplicates: [], all: [], broken: false };
  const form = view.lookup(view.catalog, 'AcroForm');
  if (!isDict(form)) return list;
  const seen = new Set<number>();
  walk(view.lookup(form, 'Fields'), null, 0);
  return list;

  function walk(kids: PdfObject, parent: FormField | null, depth: number): void {
    if (kids === null) return;
    if (!isArray(kids) || depth > 64) {
      list.broken = true;
      return;
    }
    for (const kid of kids.items) {
      if (!isRef(kid)) {
        list.broken = true;
        continue;
      }
      if (seen.has(kid.num) || list.all.length > MOST_FIELDS) {
        if (!parent || list.all.some((field) => field.num === kid.num)) list.broken = true;
        continue;
      }
      const dict = view.resolve(kid);
      if (!isDict(dict)) {
        list.broken = true;
        continue;
      }
      seen.add(kid.num);
      const partial = view.lookup(dict, 'T');
      if (!isString(partial)) {
        if (parent) parent.widgets.push(kid.num);
        continue;
      }
      const ownType = view.lookup(dict, 'FT');
      const grandkids = view.lookup(dict, 'Kids');
      const field: FormField = {
        name: parent ? `${parent.name}.${textOf(partial)}` : textOf(partial),
        num: kid.num,
        dict,
        type: isName(ownType) ? ownType.value : (parent?.type ?? null),
        widgets: [],
        parent,
        terminal: true,
      };
      if (parent) parent.terminal = false;
      list.all.push(field);
      if (list.byName.has(field.name)) list.duplicates.push(field.name);
      else list.byName.set(field.name, field);
      if (isArray(grandkids) && grandkids.items.length > 0) walk(grandkids, field, depth + 1);
      else field.widgets.push(kid.num);
    }
  }
}

/** Most parents that a field may have. */
const DEEPEST = 64;

/** A field's full name by its own parents, whether or not the form lists it (12.7.4.2). */
export function fullNameOf(view: PdfView, num: number): string {
  const parts: string[] = [];
  let at: PdfObject | undefined = { kind: 'ref', num, gen: 0 };
  for (let depth = 0; isRef(at) && depth < DEEPEST; depth++) {
    const dict: PdfObject = view.get(at.num);
    if (!isDict(dict)) break;
    const partial = view.lookup(dict, 'T');
    if (isString(partial)) parts.unshift(textOf(partial));
    at = dict.entries.get('Parent');
  }
  return parts.join('.');
}
