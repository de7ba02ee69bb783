import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { decodePng } from '#core/pdf/draw/decode-png.ts';
import { cleanPicture, pictureAlone } from '#core/realname/clean-picture.ts';
import { documentFacts, type PageSize } from './document-facts.ts';
import type { UploadType } from './upload-types.ts';

/**
 * Pages of an uploaded file; empty for a docx or a picture. Throws the errors of `documentFacts` and `openDocx`, and
 * PICTURE_TYPE_WRONG, PICTURE_DIMENSIONS, PICTURE_TELLS.
 */
export async function uploadFacts(bytes: Bytes, type: UploadType): Promise<PageSize[]> {
  if (type === 'PDF' || type === 'OFD') return documentFacts(bytes, type);
  if (type === 'DOCX') (await import('#core/docx/open-docx.ts')).openDocx(bytes);
  else checkPicture(bytes, type);
  return [];
}

/**
 * Checks a picture that can be drawn into a file. It is embedded unchanged, so a picture with metadata about place and
 * author is rejected: pages remove it before the upload, and it cannot be removed here because the text refers to the
 * picture by its digest.
 */
function checkPicture(bytes: Bytes, type: 'PNG' | 'JPEG'): void {
  cleanPicture(bytes, [type]);
  if (pictureAlone(bytes, [type]).tells) throw new AppError('PICTURE_TELLS');
  if (type === 'JPEG') return;
  try {
    decodePng(bytes);
  } catch (error) {
    if (error instanceof AppError && error.name === 'DOCUMENT_TOO_LARGE')
      throw new AppError('PICTURE_DIMENSIONS', { min: 16, max: 2_400 });
    throw error instanceof AppError ? new AppError('PICTURE_TYPE_WRONG') : error;
  }
}
