import { AppError } from '#core/errors.ts';
import type { PdfDocument, PdfView } from '../read/document.ts';
import { listFields, type PdfField } from '../read/fields.ts';
import { isArray, isDict, isName, isString, type PdfDict } from '../read/objects.ts';
import { textOf } from '../read/text-string.ts';

/** Whether the field contains a signature dictionary; an empty field, or one with any other value, is not signed. */
export const isSigned = (field: PdfField): boolean => field.type === 'Sig' && isDict(field.value);

/**
 * Checks that the file allows another signature in the field `name` and returns the fields. Throws what
 * `checkMayAppend` throws, and SIGNATURE_FIELD_LOCKED if a signature locks the field.
 */
export function checkMaySign(document: PdfDocument, name: string): PdfField[] {
  const fields = checkMayAppend(document);
  for (const field of fields) {
    if (isSigned(field) && locks(document, field, name))
      throw new AppError('SIGNATURE_FIELD_LOCKED', { field: name });
  }
  return fields;
}

/**
 * The checks that also apply to document time stamps. Throws DOCUMENT_ENCRYPTED, DOCUMENT_ENCRYPTED_AND_SIGNED,
 * DOCUMENT_CANNOT_APPEND.
 */
export function checkMayAppend(document: PdfDocument): PdfField[] {
  if (document.encryption) {
    const signed = document.encryption.opened && listFields(document).some(isSigned);
    throw new AppError(signed ? 'DOCUMENT_ENCRYPTED_AND_SIGNED' : 'DOCUMENT_ENCRYPTED');
  }
  const fields = listFields(document);
  if (document.recovered) throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'cross-reference' });
  return fields;
}

/** Throws DOCUMENT_CERTIFIED_NO_CHANGES if a certification, or a lock with /P 1, forbids further signatures. */
export function checkNotClosed(document: PdfDocument, fields: readonly PdfField[]): void {
  if (certifiedLevel(document) === 1) throw new AppError('DOCUMENT_CERTIFIED_NO_CHANGES');
  for (const field of fields) {
    if (!isSigned(field)) continue;
    const lock = document.lookup(field.dict, 'Lock');
    if (isDict(lock) && document.lookup(lock, 'P') === 1) throw new AppError('DOCUMENT_CERTIFIED_NO_CHANGES');
  }
}

/**
 * Throws DOCUMENT_CERTIFIED if the file is certified: the certifier allowed filling in the existing fields, and readers
 * treat an added field as a forgery of the certified content (12.8.2.2).
 */
export function checkNotCertified(view: PdfView): void {
  if (certifiedLevel(view) !== undefined) throw new AppError('DOCUMENT_CERTIFIED');
}

/**
 * Checks that signature fields can be added to the file. Throws what `checkMayAppend`, `checkNotClosed` and
 * `checkNotCertified` throw, and SIGNATURE_FIELD_LOCKED if an existing signature locks one of `names`.
 *
 * ```ts
 * const fields = checkMayReserve(await openPdf(bytes), ['buyer', 'seller']);
 * ```
 */
export function checkMayReserve(document: PdfDocument, names: readonly string[]): PdfField[] {
  const fields = checkMayAppend(document);
  checkNotClosed(document, fields);
  checkNotCertified(document);
  for (const name of names)
    for (const field of fields)
      if (isSigned(field) && locks(document, field, name))
        throw new AppError('SIGNATURE_FIELD_LOCKED', { field: name });
  return fields;
}

/** The level of the file's certification (DocMDP, 12.8.2.2); undefined if it is not certified. */
export function certifiedLevel(view: PdfView): 1 | 2 | 3 | undefined {
  const perms = view.lookup(view.catalog, 'Perms');
  const signature = isDict(perms) ? view.lookup(perms, 'DocMDP') : null;
  if (!isDict(signature)) return undefined;
  for (const { method, params } of transforms(view, signature)) {
    if (method !== 'DocMDP') continue;
    const level = params ? view.lookup(params, 'P') : null;
    return level === 1 || level === 3 ? level : 2;
  }
  return 2;
}

function transforms(view: PdfView, signature: PdfDict): { method: string; params: PdfDict | undefined }[] {
  const references = view.lookup(signature, 'Reference');
  if (!isArray(references)) return [];
  return references.items.slice(0, 64).flatMap((item) => {
    const reference = view.resolve(item);
    if (!isDict(reference)) return [];
    const method = view.lookup(reference, 'TransformMethod');
    const params = view.lookup(reference, 'TransformParams');
    return isName(method) ? [{ method: method.value, params: isDict(params) ? params : undefined }] : [];
  });
}

/** Whether the signature in `field` locks the field `name`. */
function locks(view: PdfView, field: PdfField, name: string): boolean {
  return transforms(view, field.value as PdfDict).some(({ method, params }) => {
    if (method !== 'FieldMDP' || !params) return false;
    const action = view.lookup(params, 'Action');
    if (isName(action, 'All')) return true;
    const list = view.lookup(params, 'Fields');
    const named =
      isArray(list) &&
      list.items.some((item) => {
        const entry = view.resolve(item);
        const locked = isString(entry) ? textOf(entry) : '';
        return locked === name || (locked !== '' && name.startsWith(`${locked}.`));
      });
    return isName(action, 'Exclude') ? !named : named;
  });
}
