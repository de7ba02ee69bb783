import type { Bytes } from '../bytes.ts';
import { pictureType } from '../realname/clean-picture.ts';
import { cleanPicture } from '../sealart/clean-picture.ts';
import type { Picture } from '../sealart/picture.ts';
import { readJpeg } from '../sealart/read-jpeg.ts';
import { readPng } from '../sealart/read-png.ts';
import { resamplePicture } from '../sealart/resample.ts';

/** Maximum size of a signature, mm: that of the writing board with the ratio 73:38 ([5.6a]). */
const ROOM = { widthMm: 36.5, heightMm: 19 };
const MOST_PIXELS = 8_000_000;
/** Maximum pixels per side for cleaning: more than 600 DPI of that size needs. */
const MOST_PX = 1_600;

/**
 * Reads a signature from a picture, removes its paper, and fits it to the writing board's size at 600 DPI. Throws
 * PICTURE_TYPE_WRONG for anything but PNG and JPEG, PICTURE_TOO_LARGE, and PICTURE_NOT_A_SEAL for a picture without
 * ink.
 */
export function readAutograph(bytes: Bytes): Picture {
  const picture = pictureType(bytes) === 'JPEG' ? readJpeg(bytes) : readPng(bytes, MOST_PIXELS);
  const { width, height } = picture;
  const scale = MOST_PX / Math.max(width, height);
  if (scale >= 1) return cleanPicture(picture, ROOM);
  const smaller = (length: number) => Math.max(1, Math.round(length * scale));
  return cleanPicture(
    resamplePicture(picture, { x: 0, y: 0, width, height }, smaller(width), smaller(height)),
    ROOM,
  );
}
