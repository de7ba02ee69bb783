import { type Bytes, toHex } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { pictureAlone } from '#core/realname/clean-picture.ts';

/** A picture as it goes into a document. */
export interface ReadPicture {
  /** SHA-256 of the bytes. */
  file: string;
  bytes: Bytes;
  type: 'PNG' | 'JPEG';
  /** Pixels, as it is seen upright. */
  width: number;
  height: number;
}

const ALLOWED = ['PNG', 'JPEG'] as const;
/** Of a photograph that is drawn again: no difference that anybody sees on paper. */
const QUALITY = 0.92;

/**
 * Reads a PNG or JPEG that somebody chose: without the place, time and camera that photographs carry, since everybody who
 * gets the document would read them, and turned upright, since files of documents know no turned pictures. Throws
 * PICTURE_TYPE_WRONG for anything else, and for what the browser cannot draw.
 */
export async function readPicture(chosen: Blob): Promise<ReadPicture> {
  const alone = pictureAlone(new Uint8Array(await chosen.arrayBuffer()), ALLOWED);
  const drawn = await createImageBitmap(new Blob([alone.bytes])).catch(() => {
    throw new AppError('PICTURE_TYPE_WRONG');
  });
  const { type, bytes, width, height } = alone.isUpright ? alone : await drawnAgain(drawn);
  drawn.close();
  return {
    file: toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))),
    bytes,
    type: type === 'PNG' ? 'PNG' : 'JPEG',
    width,
    height,
  };
}

/** A drawn picture, which the browser has turned the way its camera was held, as a JPEG. */
async function drawnAgain(drawn: ImageBitmap) {
  const canvas = new OffscreenCanvas(drawn.width, drawn.height);
  canvas.getContext('2d')!.drawImage(drawn, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return pictureAlone(new Uint8Array(await blob.arrayBuffer()), ALLOWED);
}
