/** Keys written twice in what decides what a document shows: one program takes the first value, another the last. */
import type { PdfDocument } from '../read/document.ts';
import { isDict, type PdfObject } from '../read/objects.ts';
import type { FieldList } from './list-fields.ts';
import { pageList } from './page-list.ts';

/** Pages looked at; beyond, a file is too long to be read in full for this. */
const MOST_PAGES = 2_000;

/** Whether catalog, form, a field or a page of the last state has a key twice. */
export function hasKeysTwice(document: PdfDocument, fields: FieldList): boolean {
  const twice = (object: PdfObject) => isDict(object) && object.duplicates.length > 0;
  if (twice(document.catalog) || twice(document.lookup(document.catalog, 'AcroForm'))) return true;
  if (fields.all.some((field) => twice(field.dict))) return true;
  return pageList(document)
    .slice(0, MOST_PAGES)
    .some((num) => twice(document.get(num)));
}
