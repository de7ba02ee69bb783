/** The form fields in one state of the file (ISO 32000-2, 12.7.4). */
import type { PdfView } from '../read/document.ts';
import { isArray, isDict, isName, isRef, isString, type PdfDict, type PdfObject } from '../read/objects.ts';
import { textOf } from './text-of.ts';

export interface FormField {
  /** Full name: partial names from the root, joined by full stops. */
  name: string;
  /** Object number of the field. */
  num: number;
  dict: PdfDict;
  /** Tx, Btn, Ch or Sig, its own or inherited; null if unspecified. */
  type: string | null;
  /** Object numbers of its widgets: itself, or its kids without a partial name. */
  widgets: number[];
  /** The parent field; null for a root field. */
  parent: FormField | null;
  terminal: boolean;
}

export interface FieldList {
  byName: Map<string, FormField>;
  /** Names that more than one field has. */
  duplicates: string[];
  /** Every field found, including those with a duplicate name, in the order of the form. */
  all: FormField[];
  /** Whether the form is malformed (a direct field, no array, a cycle). */
  broken: boolean;
}

const MOST_FIELDS = 100_000;

const cache = new WeakMap<PdfView, FieldList>();

/** Lists all named fields of the form. Never throws for malformed forms, but sets `broken`. */
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

/** Maximum number of ancestors followed. */
const DEEPEST = 64;

/** The full name of a field by its ancestors, whether or not the form lists it (12.7.4.2). */
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
