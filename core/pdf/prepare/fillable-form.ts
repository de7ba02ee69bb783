import type { Bytes } from '#core/bytes.ts';
import { listFields } from '../read/fields.ts';
import { isArray, isName, isString, type PdfObject } from '../read/objects.ts';
import { openPdfBytes } from '../read/open-pdf.ts';
import { textOf } from '../read/text-string.ts';
import { isSigned } from '../sign/check-may-sign.ts';
import { fillableFields } from './form-fields.ts';

/** What a file leaves to be filled in. */
export interface FillableForm {
  /** The full name of each field and its value as text, empty without one. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** Whether the file has a signature, which would break if the fields became content. */
  readonly isSigned: boolean;
}

/** Longer values are cut off. */
const LONGEST = 200;

/**
 * The fields of a PDF that people fill in, which its sender should know of: they stay fillable after a signature that
 * does not lock them. Throws the errors of `openPdfBytes` and `listFields`.
 *
 * ```ts
 * fillableForm(bytes).fields; // [{ name: 'amount', value: '12000' }]
 * ```
 */
export function fillableForm(bytes: Bytes): FillableForm {
  const document = openPdfBytes(bytes);
  const known = listFields(document);
  const fields = fillableFields(document, known).map(({ name, value }) => ({
    name,
    value: textIn(value, (object) => document.resolve(object)).slice(0, LONGEST),
  }));
  return { fields, isSigned: known.some(isSigned) };
}

/**
 * Whether preparing the file would make fields of it content. Throws what `fillableForm` throws.
 *
 * ```ts
 * const changes = isToFlatten(bytes); // false for a signed file, and for one without fields
 * ```
 */
export function isToFlatten(bytes: Bytes): boolean {
  const { fields, isSigned: signed } = fillableForm(bytes);
  return fields.length > 0 && !signed;
}

function textIn(value: PdfObject, resolve: (object: PdfObject) => PdfObject): string {
  if (isString(value)) return textOf(value);
  if (isName(value)) return value.value === 'Off' ? '' : value.value;
  if (!isArray(value)) return '';
  const chosen = value.items.slice(0, LONGEST).map(resolve);
  return chosen.map((item) => (isString(item) ? textOf(item) : '')).join(', ');
}
