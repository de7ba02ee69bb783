import { AppError } from '#core/errors.ts';
import type { PdfDocument } from '../read/document.ts';
import {
  isArray,
  isDict,
  isRef,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfArrayOf,
  pdfDict,
  withEntries,
  withItems,
} from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import type { Increment } from './increment.ts';

/** /SigFlags: SignaturesExist and AppendOnly (12.7.3). */
export const SIGNED_AND_APPEND_ONLY = 3;

/** Adds annotations to a page. Throws DOCUMENT_CANNOT_APPEND if the page is a direct object, DOCUMENT_BROKEN. */
export function addAnnotations(increment: Increment, page: PdfPage, refs: readonly PdfRef[]): void {
  if (!page.ref) throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'page' });
  const dict = increment.get(page.ref);
  if (!isDict(dict)) throw new AppError('DOCUMENT_BROKEN', { reason: 'page' });
  appendTo(increment, dict, 'Annots', refs, (changed) => increment.set(page.ref!, changed));
}

/**
 * Adds root fields to the form, creating it if necessary, and sets its flags for signing. `fonts` are added to the
 * form's resources. Writes nothing if nothing changes.
 */
export function addFields(
  increment: Increment,
  document: PdfDocument,
  refs: readonly PdfRef[],
  fonts: Record<string, PdfRef> = {},
): void {
  const catalogRef = document.catalogRef;
  const catalog = increment.get(catalogRef) as PdfDict;
  const at = catalog.entries.get('AcroForm');
  const old = isRef(at ?? null) ? increment.get(at as PdfRef) : (at ?? null);
  const form = isDict(old) ? old : pdfDict({ Fields: pdfArray() });
  const flags = document.lookup(form, 'SigFlags');
  const wanted = (typeof flags === 'number' ? flags : 0) | SIGNED_AND_APPEND_ONLY;
  let changed = form;
  if (flags !== wanted) changed = withEntries(changed, { SigFlags: wanted });
  if (Object.keys(fonts).length > 0)
    changed = withEntries(changed, { DR: withFonts(document, changed, fonts) });
  const store = (next: PdfDict): void => {
    if (isRef(at ?? null) && isDict(old)) increment.set(at as PdfRef, next);
    else if (isDict(old)) increment.set(catalogRef, withEntries(catalog, { AcroForm: next }));
    else increment.set(catalogRef, withEntries(catalog, { AcroForm: increment.add(next) }));
  };
  if (refs.length > 0) {
    appendTo(increment, changed, 'Fields', refs, (next) => {
      changed = next;
    });
  }
  if (changed !== form || !isDict(old)) store(changed);
}

function withFonts(document: PdfDocument, form: PdfDict, fonts: Record<string, PdfRef>): PdfDict {
  const resources = document.lookup(form, 'DR');
  const base = isDict(resources) ? resources : pdfDict();
  const known = document.lookup(base, 'Font');
  return withEntries(base, { Font: withEntries(isDict(known) ? known : pdfDict(), fonts) });
}

/**
 * Appends to the array under `key`: to the array object if it is indirect, else to a copy of `dict` passed to `store`.
 */
function appendTo(
  increment: Increment,
  dict: PdfDict,
  key: string,
  refs: readonly PdfObject[],
  store: (dict: PdfDict) => void,
): void {
  const value = dict.entries.get(key) ?? null;
  const array = isRef(value) ? increment.get(value) : value;
  const next = isArray(array) ? withItems(array, [...array.items, ...refs]) : pdfArrayOf([...refs]);
  if (isRef(value) && isArray(array)) increment.set(value, next);
  else store(withEntries(dict, { [key]: next }));
}
