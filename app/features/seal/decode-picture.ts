import { AppError } from '#core/errors.ts';
import { PICTURE_BYTES, PICTURE_EXTENSIONS, PICTURE_TYPES } from '#core/seal/picture.ts';
import type { Picture } from '#core/sealart/picture.ts';

/** Longest side, px; larger photographs are scaled down first. More than the largest seal needs at 600 DPI. */
const MOST_PX = 2_400;

/** Throws if the file is not a png, jpg or jpeg, or is over 2 MB ([5.5a]). */
export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>): void {
  const ending = file.name.toLowerCase().split('.').at(-1) ?? '';
  const named = (PICTURE_EXTENSIONS as readonly string[]).includes(ending);
  const typed = file.type === '' || (PICTURE_TYPES as readonly string[]).includes(file.type);
  if (!named || !typed) throw new AppError('PICTURE_TYPE_WRONG');
  if (file.size > PICTURE_BYTES) throw new AppError('PICTURE_TOO_LARGE', { max: PICTURE_BYTES / 1048576 });
}

/** Decodes a picture file to pixels. Throws PICTURE_TYPE_WRONG if the browser cannot read it. */
export async function decodePicture(file: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new AppError('PICTURE_TYPE_WRONG');
  });
  const scale = Math.min(1, MOST_PX / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new AppError('PICTURE_TYPE_WRONG');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { width, height, pixels: context.getImageData(0, 0, width, height).data };
}
