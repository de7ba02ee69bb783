import { type Drawing, roundDrawing } from '#core/drawing.ts';
import { drawHandwriting } from '#core/sealart/handwriting.ts';
import { checkSignature } from './check-signature.ts';
import type { SealPicture } from './picture.ts';

/**
 * A saved signature as it may be shown in a document: kept before handwriting became lines of a pen, it is drawn anew from
 * its strokes; what came as a picture is checked as a new one is. Throws SIGNATURE_NOT_INK.
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
