import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { decodePng } from '#core/pdf/draw/decode-png.ts';
import { cleanPicture, pictureAlone } from '#core/realname/clean-picture.ts';
import { documentFacts, type PageSize } from './document-facts.ts';
import type { UploadType } from './upload-types.ts';

/**
 * Pages of an uploaded file; of a docx and of a picture none. Throws what is wrong with it: what `documentFacts` throws,
 * what `openDocx` throws, PICTURE_TYPE_WRONG, PICTURE_DIMENSIONS, PICTURE_TELLS.
 */
export async function uploadFacts(bytes: Bytes, type: UploadType): Promise<PageSize[]> {
  if (type === 'PDF' || type === 'OFD') return documentFacts(bytes, type);
  if (type === 'DOCX') (await import('#core/docx/open-docx.ts')).openDocx(bytes);
  else checkPicture(bytes, type);
  return [];
}

/**
 * A picture that can be drawn into a file. It goes there as it is, so one that still says where and by whom it was taken is
 * refused: pages take that out before they upload, and the digest that the text names leaves no room to do so here.
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
