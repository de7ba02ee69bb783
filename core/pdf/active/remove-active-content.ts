import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { PdfView } from '../read/document.ts';
import { listFields } from '../read/fields.ts';
import { isArray, isDict, type PdfDict, type PdfObject, pdfArray, withEntries } from '../read/objects.ts';
import { openPdfBytes } from '../read/open-pdf.ts';
import { isSigned } from '../sign/check-may-sign.ts';
import { saveWhole } from '../write/save-whole.ts';
import { actionKind, activeKeys, annotationKind } from './active-parts.ts';
import { findActiveContent } from './find-active-content.ts';

/**
 * The file without its active content, saved whole: what is seen stays, actions, attachments and XFA go. Throws
 * DOCUMENT_ACTIVE_SIGNED where somebody signed it, for a signature would break; DOCUMENT_UNSUPPORTED where something
 * would be left.
 */
export function removeActiveContent(file: Bytes): Bytes {
  const document = openPdfBytes(file);
  if (document.encryption) throw new AppError('DOCUMENT_ENCRYPTED');
  if (listFields(document).some(isSigned)) throw new AppError('DOCUMENT_ACTIVE_SIGNED', { found: '' });
  const clean = saveWhole(document, (dict) => withoutActive(document, dict));
  if (findActiveContent(openPdfBytes(clean)).length > 0)
    throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'active content' });
  return clean;
}

function withoutActive(view: PdfView, dict: PdfDict): PdfDict {
  const gone: Record<string, undefined> = {};
  const kept: Record<string, PdfObject> = {};
  for (const { key } of activeKeys(view, dict)) gone[key] = undefined;
  for (const [key, raw] of dict.entries) {
    // Additional actions run by themselves, on opening or on leaving: none of them is kept.
    if (key === 'AA') gone[key] = undefined;
    if (isActive(view, raw)) gone[key] = undefined;
    const value = view.resolve(raw);
    if (isArray(value) && value.items.some((item) => isActive(view, item)))
      kept[key] = pdfArray(...value.items.filter((item) => !isActive(view, item)));
  }
  return withEntries(dict, { ...kept, ...gone, ...(dict.entries.has('JS') ? { JS: undefined } : {}) });
}

/** Whether it is an action or annotation that goes. */
function isActive(view: PdfView, raw: PdfObject): boolean {
  const value = view.resolve(raw);
  return isDict(value) && (actionKind(view, value) ?? annotationKind(view, value)) !== undefined;
}
