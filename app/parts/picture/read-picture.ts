import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { pictureAlone } from '#core/realname/clean-picture.ts';
import { sha256Hex } from '#core/sha256.ts';

/** A picture to be embedded in a document. */
export interface ReadPicture {
  /** SHA-256 of the bytes. */
  file: string;
  bytes: Bytes;
  type: 'PNG' | 'JPEG';
  /** Pixels, in upright orientation. */
  width: number;
  height: number;
}

const ALLOWED = ['PNG', 'JPEG'] as const;
/** JPEG quality of re-encoded photographs: no visible difference on paper. */
const QUALITY = 0.92;

/**
 * Reads a chosen PNG or JPEG: without metadata such as location, time and camera, since everybody who gets the document
 * could read it, and upright, since document formats ignore the orientation flag. Throws PICTURE_TYPE_WRONG for
 * anything else, and for pictures the browser cannot decode.
 */
export async function readPicture(chosen: Blob): Promise<ReadPicture> {
  const alone = pictureAlone(new Uint8Array(await chosen.arrayBuffer()), ALLOWED);
  const drawn = await createImageBitmap(new Blob([alone.bytes])).catch(() => {
    throw new AppError('PICTURE_TYPE_WRONG');
  });
  const { type, bytes, width, height } = alone.isUpright ? alone : await drawnAgain(drawn);
  drawn.close();
  return {
    file: await sha256Hex(bytes),
    bytes,
    type: type === 'PNG' ? 'PNG' : 'JPEG',
    width,
    height,
  };
}

/** Encodes a decoded picture, which the browser has turned upright, as a JPEG. */
async function drawnAgain(drawn: ImageBitmap) {
  const canvas = new OffscreenCanvas(drawn.width, drawn.height);
  canvas.getContext('2d')!.drawImage(drawn, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return pictureAlone(new Uint8Array(await blob.arrayBuffer()), ALLOWED);
}
