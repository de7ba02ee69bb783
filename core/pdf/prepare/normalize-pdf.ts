import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { listFields } from '../read/fields.ts';
import { openPdfBytes } from '../read/open-pdf.ts';
import { listPages } from '../read/pages.ts';
import { isSigned } from '../sign/check-may-sign.ts';
import { saveWhole } from '../write/save-whole.ts';

/**
 * A file that can be appended to: the same bytes where `file` already can, else the document decrypted (with the
 * empty password) or repaired, and saved whole. To be called before the first signature. Throws DOCUMENT_BROKEN for
 * a file without a page, DOCUMENT_ENCRYPTED when a password is needed, DOCUMENT_ENCRYPTED_AND_SIGNED, and DOCUMENT_CANNOT_APPEND for a broken file that is
 * signed.
 */
export function normalizePdf(file: Bytes): Bytes {
  const document = openPdfBytes(file);
  if (document.encryption && !document.encryption.opened) throw new AppError('DOCUMENT_ENCRYPTED');
  const signed = listFields(document).some(isSigned);
  // Reading every page brings out what is broken.
  if (listPages(document).length === 0) throw new AppError('DOCUMENT_BROKEN', { reason: 'no page' });
  if (document.encryption) {
    if (signed) throw new AppError('DOCUMENT_ENCRYPTED_AND_SIGNED');
    return saveWhole(document);
  }
  if (!document.recovered) return file;
  if (signed) throw new AppError('DOCUMENT_CANNOT_APPEND', { reason: 'cross-reference' });
  return saveWhole(document);
}
