import { AppError } from '#core/errors.ts';
import { PICTURE_SIDE, pictureType } from '#core/realname/clean-picture.ts';
import type { PhotoRule } from '#core/realname/photos.ts';

/** Longest side of an uploaded picture, px: enough to read the smallest print of a document. */
const LONGEST = 2_400;
const QUALITY = 0.88;

/**
 * Re-encodes a picture for upload ([5.10], [9.7]): without metadata such as location and camera, upright, and no larger
 * than needed. Throws PICTURE_TYPE_WRONG, PICTURE_TOO_LARGE or PICTURE_DIMENSIONS before anything is sent.
 */
export async function recodePicture(file: File, { types, maxBytes }: PhotoRule): Promise<Blob> {
  if (file.size > maxBytes) throw new AppError('PICTURE_TOO_LARGE', { max: maxBytes / 1048576 });
  const type = pictureType(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (!type || !types.includes(type)) throw new AppError('PICTURE_TYPE_WRONG');
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new AppError('PICTURE_TYPE_WRONG');
  });
  const { width, height } = bitmap;
  if (Math.max(width, height) > PICTURE_SIDE)
    throw new AppError('PICTURE_DIMENSIONS', { min: 16, max: PICTURE_SIDE });
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new AppError('PICTURE_TYPE_WRONG');
  // Transparent areas become white, as JPEG has no alpha channel.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((done, fail) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new AppError('PICTURE_TYPE_WRONG'))),
      'image/jpeg',
      QUALITY,
    ),
  );
}
