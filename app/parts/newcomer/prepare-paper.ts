import { PAPER_SOURCE_RULE } from '#core/employee/newcomer.ts';
import { AppError } from '#core/errors.ts';
import { recodePicture } from '../../ui/recode-picture.ts';

/**
 * Prepares the photo of a document for upload: re-encoded and downscaled, so that a photo of 40 megapixels can be
 * chosen as it is. Throws PAPER_IS_PDF, PICTURE_TYPE_WRONG, PICTURE_TOO_LARGE, PICTURE_DIMENSIONS.
 */
export async function preparePaper(file: File): Promise<Blob> {
  if ((await file.slice(0, 4).text()) === '%PDF') throw new AppError('PAPER_IS_PDF');
  return recodePicture(file, PAPER_SOURCE_RULE);
}
