import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { decodePng } from '#core/pdf/draw/decode-png.ts';
import { cleanPicture } from '#core/realname/clean-picture.ts';
import { documentFacts, type PageSize } from './document-facts.ts';
import type { UploadType } from './upload-types.ts';

/**
 * Pages of an uploaded file; of a docx and of a picture none. Throws what is wrong with it: what `documentFacts` throws,
 * what `openDocx` throws, PICTURE_TYPE_WRONG, PICTURE_DIMENSIONS.
 */
export async function uploadFacts(bytes: Bytes, type: UploadType): Promise<PageSize[]> {
  if (type === 'PDF' || type === 'OFD') return documentFacts(bytes, type);
  if (type === 'DOCX') (await import('#core/docx/open-docx.ts')).openDocx(bytes);
  else checkPicture(bytes, type);
  return [];
}

/** A picture that can be drawn into a file. */
function checkPicture(bytes: Bytes, type: 'PNG' | 'JPEG'): void {
  cleanPicture(bytes, [type]);
  if (type === 'JPEG') return;
  try {
    decodePng(bytes);
  } catch (error) {
    if (error instanceof AppError && error.name === 'DOCUMENT_TOO_LARGE')
      throw new AppError('PICTURE_DIMENSIONS', { min: 16, max: 2_400 });
    throw error instanceof AppError ? new AppError('PICTURE_TYPE_WRONG') : error;
  }
}
