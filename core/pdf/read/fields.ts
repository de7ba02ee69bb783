import { AppError } from '#core/errors.ts';
import type { PdfView } from './document.ts';
import {
  isArray,
  isDict,
  isName,
  isRef,
  isString,
  type PdfDict,
  type PdfObject,
  type PdfRef,
} from './objects.ts';
import { textOf } from './text-string.ts';

export interface PdfWidget {
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
}

/** A terminal field of the form (12.7.4). */
export interface PdfField {
  /** Fully qualified name: the partial names joined by dots. */
  readonly name: string;
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
  readonly type: 'Sig' | 'Tx' | 'Btn' | 'Ch' | undefined;
  /** /Ff, its own or inherited. */
  readonly flags: number;
  /** /V resolved, its own or inherited; null if the field is empty. */
  readonly value: PdfObject;
  /** The reference in /V; undefined for a direct value. */
  readonly valueRef: PdfRef | undefined;
  /** The field itself if it is merged with its widget, else its kids. */
  readonly widgets: readonly PdfWidget[];
}

const MAX_FIELDS = 100_000;
const MAX_DEPTH = 32;

interface ParentField {
  readonly name: string;
  readonly type: PdfObject;
  readonly flags: PdfObject;
  readonly value: PdfObject | undefined;
}

/** The form's dictionary; undefined if the document has none. */
export function acroForm(view: PdfView): PdfDict | undefined {
  const form = view.lookup(view.catalog, 'AcroForm');
  return isDict(form) ? form : undefined;
}

/**
 * All terminal fields of the form, in the order of the field tree, each only once. Throws DOCUMENT_TOO_COMPLEX if the
 * tree is too deep or too large.
 *
 * ```ts
 * const signatures = listFields(openPdfBytes(bytes)).filter((field) => field.type === 'Sig');
 * ```
 */
export function listFields(view: PdfView): PdfField[] {
  const form = acroForm(view);
  const roots = form ? view.lookup(form, 'Fields') : null;
  const fields: PdfField[] = [];
  const seen = new Set<number>();
  const walk = (object: PdfObject, above: ParentField, depth: number): void => {
    if (isRef(object)) {
      if (seen.has(object.num)) return;
      seen.add(object.num);
    }
    const dict = view.resolve(object);
    if (!isDict(dict)) return;
    if (depth > MAX_DEPTH || fields.length >= MAX_FIELDS)
      throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'fields' });
    const partial = view.lookup(dict, 'T');
    const own = isString(partial) ? textOf(partial) : undefined;
    const here: ParentField = {
      name: own === undefined ? above.name : above.name === '' ? own : `${above.name}.${own}`,
      type: view.lookup(dict, 'FT') ?? above.type,
      flags: view.lookup(dict, 'Ff') ?? above.flags,
      value: dict.entries.get('V') ?? above.value,
    };
    const kids = view.lookup(dict, 'Kids');
    const below = isArray(kids) ? kids.items : [];
    const named = below.filter((kid) => {
      const kidDict = view.resolve(kid);
      return isDict(kidDict) && kidDict.entries.has('T');
    });
    for (const kid of named) walk(kid, here, depth + 1);
    if (named.length > 0) return;
    const ref = isRef(object) ? object : undefined;
    const widgets = below.flatMap((kid): PdfWidget[] => {
      const kidDict = view.resolve(kid);
      return isDict(kidDict) ? [{ ref: isRef(kid) ? kid : undefined, dict: kidDict }] : [];
    });
    const type = isName(here.type) ? here.type.value : '';
    fields.push({
      name: here.name,
      ref,
      dict,
      type: type === 'Sig' || type === 'Tx' || type === 'Btn' || type === 'Ch' ? type : undefined,
      flags: typeof here.flags === 'number' ? here.flags : 0,
      value: view.resolve(here.value),
      valueRef: isRef(here.value ?? null) ? (here.value as PdfRef) : undefined,
      widgets: widgets.length > 0 ? widgets : dict.entries.has('Rect') ? [{ ref, dict }] : [],
    });
  };
  if (isArray(roots)) {
    for (const root of roots.items) walk(root, { name: '', type: null, flags: null, value: undefined }, 0);
  }
  return fields;
}
