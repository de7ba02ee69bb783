import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { PdfView } from '../read/document.ts';
import { listFields } from '../read/fields.ts';
import { isArray, isDict, type PdfDict, type PdfObject, withEntries, withItems } from '../read/objects.ts';
import { openPdfBytes } from '../read/open-pdf.ts';
import { isSigned } from '../sign/check-may-sign.ts';
import { rewritePdf } from '../write/rewrite-pdf.ts';
import { actionKind, activeKeys, annotationKind } from './active-parts.ts';
import { findActiveContent } from './find-active-content.ts';

/**
 * Rewrites the file without its active content: visible content is kept, actions, attachments and XFA are removed.
 * Throws DOCUMENT_ENCRYPTED, DOCUMENT_ACTIVE_SIGNED if the file is signed, since the signature would break, and
 * DOCUMENT_UNSUPPORTED if some active content would remain.
 */
export function removeActiveContent(file: Bytes): Bytes {
  const document = openPdfBytes(file);
  if (document.encryption) throw new AppError('DOCUMENT_ENCRYPTED');
  if (listFields(document).some(isSigned)) throw new AppError('DOCUMENT_ACTIVE_SIGNED', { found: '' });
  const clean = rewritePdf(document, (dict) => withoutActive(document, dict));
  if (findActiveContent(openPdfBytes(clean)).length > 0)
    throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'active content' });
  return clean;
}

function withoutActive(view: PdfView, dict: PdfDict): PdfDict {
  const gone: Record<string, undefined> = {};
  const entries: Record<string, PdfObject> = {};
  for (const { key } of activeKeys(view, dict)) gone[key] = undefined;
  for (const [key, raw] of dict.entries) {
    // Additional actions run automatically, for instance on opening or leaving; all of them are removed.
    if (key === 'AA') gone[key] = undefined;
    if (isActive(view, raw)) gone[key] = undefined;
    const value = view.resolve(raw);
    if (isArray(value) && value.items.some((item) => isActive(view, item)))
      entries[key] = withItems(
        value,
        value.items.filter((item) => !isActive(view, item)),
      );
  }
  return withEntries(dict, { ...entries, ...gone, ...(dict.entries.has('JS') ? { JS: undefined } : {}) });
}

/** Whether the value is an action or annotation to remove. */
function isActive(view: PdfView, raw: PdfObject): boolean {
  const value = view.resolve(raw);
  return isDict(value) && (actionKind(view, value) ?? annotationKind(view, value)) !== undefined;
}
