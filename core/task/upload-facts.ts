import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { checkPng } from '#core/pdf/draw/decode-png.ts';
import { cleanPicture, pictureAlone } from '#core/realname/clean-picture.ts';
import { documentFacts, type PageSize } from './document-facts.ts';
import type { UploadType } from './upload-types.ts';

/**
 * Pages of an uploaded file; empty for a docx or a picture. Throws the errors of `documentFacts` and `openDocx`, and
 * PICTURE_TYPE_WRONG, PICTURE_DIMENSIONS, PICTURE_TELLS. `pause` is awaited where it takes longer, so that others may work.
 */
export async function uploadFacts(
  bytes: Bytes,
  type: UploadType,
  pause: () => Promise<void>,
): Promise<PageSize[]> {
  if (type === 'PDF' || type === 'OFD') return documentFacts(bytes, type);
  if (type === 'DOCX') (await import('#core/docx/open-docx.ts')).openDocx(bytes);
  else await checkPicture(bytes, type, pause);
  return [];
}

/**
 * Checks a picture that can be drawn into a file. It is embedded unchanged, so a picture with metadata about place and
 * author is rejected: pages remove it before the upload, and it cannot be removed here because the text refers to the
 * picture by its digest.
 */
async function checkPicture(bytes: Bytes, type: 'PNG' | 'JPEG', pause: () => Promise<void>): Promise<void> {
  cleanPicture(bytes, [type]);
  if (pictureAlone(bytes, [type]).tells) throw new AppError('PICTURE_TELLS');
  if (type === 'JPEG') return;
  try {
    await checkPng(bytes, pause);
  } catch (error) {
    if (error instanceof AppError && error.name === 'DOCUMENT_TOO_LARGE')
      throw new AppError('PICTURE_DIMENSIONS', { min: 16, max: 2_400 });
    throw error instanceof AppError ? new AppError('PICTURE_TYPE_WRONG') : error;
  }
}
