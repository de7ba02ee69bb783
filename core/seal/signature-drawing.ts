import { type Drawing, roundDrawing } from '#core/drawing.ts';
import { drawHandwriting } from '#core/sealart/handwriting.ts';
import { checkSignature } from './check-signature.ts';
import type { SealPicture } from './picture.ts';

/**
 * A saved signature as shown in documents: legacy handwriting (from before it was stored as pen lines) is redrawn from
 * its strokes; a picture passes the same check as a new one. Throws SIGNATURE_NOT_INK.
 */
export function signatureDrawing({
  drawing,
  picture,
}: {
  drawing: Drawing;
  picture: SealPicture | null;
}): Drawing {
  if (picture?.kind === 'HANDWRITING' && drawing.items.some(({ fill }) => fill !== undefined))
    return roundDrawing(drawHandwriting(picture.strokes));
  checkSignature(drawing);
  return drawing;
}
