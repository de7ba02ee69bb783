/**
 * Duplicate keys in objects that determine what a document shows: some programs take the first value, others the last.
 */
import type { PdfDocument } from '../read/document.ts';
import { isDict, type PdfObject } from '../read/objects.ts';
import type { FieldList } from './list-fields.ts';
import { pageList } from './page-list.ts';

/** Maximum number of pages checked; longer files take too long to read in full. */
const MOST_PAGES = 2_000;

/** Whether the catalog, the form, a field or a page of the last state has a duplicate key. */
export function hasKeysTwice(document: PdfDocument, fields: FieldList): boolean {
  const twice = (object: PdfObject) => isDict(object) && object.duplicates.length > 0;
  if (twice(document.catalog) || twice(document.lookup(document.catalog, 'AcroForm'))) return true;
  if (fields.all.some((field) => twice(field.dict))) return true;
  return pageList(document)
    .slice(0, MOST_PAGES)
    .some((num) => twice(document.get(num)));
}
