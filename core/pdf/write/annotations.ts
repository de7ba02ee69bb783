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
} from '../read/objects.ts';
import type { PdfPage } from '../read/pages.ts';
import type { Increment } from './increment.ts';

/** /SigFlags: the form has signatures, and the file must only be appended to (12.7.3). */
export const SIGNED_AND_APPEND_ONLY = 3;

/** Puts annotations on a page. Throws DOCUMENT_CANNOT_APPEND for a page that is no object of its own, DOCUMENT_BROKEN. */
export function addAnnotations(increment: Increment, page: PdfPage, refs: readonly PdfRef[]): void {
  if (!page.ref) throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'page' });
  const dict = increment.get(page.ref);
  if (!isDict(dict)) throw new AppError('DOCUMENT_BROKEN', { reason: 'page' });
  appendTo(increment, dict, 'Annots', refs, (changed) => increment.set(page.ref!, changed));
}

/**
 * Puts root fields into the form, made where there is none, and sets its flags for signing. `fonts` go into the
 * form's resources. Nothing is written where nothing changes.
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

/** Appends to the array under `key`: in the array's own object where it has one, else in `dict`, given to `store`. */
function appendTo(
  increment: Increment,
  dict: PdfDict,
  key: string,
  refs: readonly PdfObject[],
  store: (dict: PdfDict) => void,
): void {
  const value = dict.entries.get(key) ?? null;
  const array = isRef(value) ? increment.get(value) : value;
  const next = pdfArrayOf([...(isArray(array) ? array.items : []), ...refs]);
  if (isRef(value) && isArray(array)) increment.set(value, next);
  else store(withEntries(dict, { [key]: next }));
}
