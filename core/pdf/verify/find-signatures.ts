/** The signatures of a file: the signed fields of its form, and those that a later revision removed. */
import type { PdfDocument, PdfView } from '../read/document.ts';
import { isArray, isDict, isName, isRef, type PdfDict } from '../read/objects.ts';
import { type FieldList, type FormField, fullNameOf, listFields } from './list-fields.ts';
import { widgetsOfPages } from './page-list.ts';

export interface FoundSignature {
  field: FormField;
  /** Object number of the signature dictionary; null if it is a direct object in the field. */
  num: number | null;
  /** The signature dictionary; null if the field's value is not a dictionary. */
  dict: PdfDict | null;
  /** Whether it declares itself a document time stamp (ISO 32000-2, 12.8.5). */
  timestamp: boolean;
  /** Revision that last wrote the signature dictionary (or the field, if it contains the dictionary directly). */
  revision: number;
  /** State of the file that contains it: the last, or the one before the field was removed. */
  view: PdfView;
  /** Whether a later revision removed it from the form. */
  removed: boolean;
  /** Whether it is on a page but not in the form's list of fields. */
  unlisted: boolean;
}

export interface SignatureSearch {
  fields: FieldList;
  found: FoundSignature[];
}

/** Ordered by revision, then by position in the form. */
export function findSignatures(document: PdfDocument, lastWritten: (num: number) => number): SignatureSearch {
  const last = document.revisions.length - 1;
  const fields = listFields(document);
  const found = signedFields(document, fields, last, lastWritten, false);
  const known = new Set(found.map(keyOf));
  for (let r = last - 1; r >= 0; r--) {
    const view = document.at(r);
    let older: FieldList;
    try {
      older = listFields(view);
    } catch {
      continue;
    }
    for (const item of signedFields(view, older, r, lastWritten, true)) {
      if (known.has(keyOf(item))) continue;
      known.add(keyOf(item));
      found.push(item);
    }
  }
  for (const item of unlistedFields(document, fields, last, lastWritten)) {
    if (!known.has(keyOf(item))) found.push(item);
  }
  return { fields, found: found.sort((a, b) => a.revision - b.revision) };
}

/** SubFilters of ordinary signatures; with one of them, Type alone does not make a time stamp. */
const BY_SIGNER = new Set([
  'ETSI.CAdES.detached',
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  'adbe.x509.rsa_sha1',
]);

function isTimestamp(view: PdfView, dict: PdfDict): boolean {
  const filter = view.lookup(dict, 'SubFilter');
  if (isName(filter, 'ETSI.RFC3161')) return true;
  return (
    isName(view.lookup(dict, 'Type'), 'DocTimeStamp') && !(isName(filter) && BY_SIGNER.has(filter.value))
  );
}

/** Identity of a signature across revisions: its field and its ByteRange. */
function keyOf({ field, dict, view }: FoundSignature): string {
  const range = dict ? view.lookup(dict, 'ByteRange') : null;
  const numbers = isArray(range) ? range.items.map((item) => String(view.resolve(item))) : [];
  return `${field.name}\n${numbers.join(' ')}`;
}

/**
 * Signed widgets of pages that the form does not list, which 12.7.5.5 requires: many programs do not show them, some
 * do.
 */
function unlistedFields(
  view: PdfView,
  listed: FieldList,
  revision: number,
  lastWritten: (num: number) => number,
): FoundSignature[] {
  const known = new Set(listed.all.flatMap((field) => [field.num, ...field.widgets]));
  const all: FormField[] = [];
  for (const { num, dict } of widgetsOfPages(view)) {
    const holder = dict.entries.has('V') ? dict : view.lookup(dict, 'Parent');
    const type = view.lookup(dict, 'FT') ?? (isDict(holder) ? view.lookup(holder, 'FT') : null);
    if (known.has(num) || !isName(type, 'Sig') || !isDict(holder)) continue;
    const parent = dict.entries.get('Parent');
    const own = holder === dict ? num : isRef(parent) ? parent.num : num;
    if (known.has(own)) continue;
    known.add(own);
    const name = fullNameOf(view, own);
    all.push({ name, num: own, dict: holder, type: 'Sig', widgets: [num], parent: null, terminal: true });
  }
  const found = signedFields(view, { ...listed, all }, revision, lastWritten, false);
  return found.map((item) => ({ ...item, unlisted: true }));
}

function signedFields(
  view: PdfView,
  fields: FieldList,
  revision: number,
  lastWritten: (num: number) => number,
  removed: boolean,
): FoundSignature[] {
  const out: FoundSignature[] = [];
  for (const field of fields.all) {
    if (field.type !== 'Sig' || !field.dict.entries.has('V')) continue;
    const raw = field.dict.entries.get('V');
    const value = view.resolve(raw);
    if (value === null && !isRef(raw)) continue;
    const dict = isDict(value) ? value : null;
    const holder = isRef(raw) ? raw.num : field.num;
    out.push({
      field,
      num: isRef(raw) ? raw.num : null,
      dict,
      timestamp: dict !== null && isTimestamp(view, dict),
      revision: Math.min(Math.max(lastWritten(holder), 0), revision),
      view,
      removed,
      unlisted: false,
    });
  }
  return out;
}
