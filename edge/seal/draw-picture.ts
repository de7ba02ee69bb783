import { and, eq } from 'drizzle-orm';
import { chinaDate } from '#core/china-time.ts';
import type { Drawing } from '#core/drawing.ts';
import { AppError } from '#core/errors.ts';
import { drawPicture as draw, textsOfPicture } from '#core/seal/draw-picture.ts';
import { CLEANED_BYTES, type SealPicture } from '#core/seal/picture.ts';
import type { SealMethod } from '#core/seal/states.ts';
import { UPLOAD_DPI } from '#core/sealart/clean-picture.ts';
import type { SealShape } from '#core/sealart/design.ts';
import { pxOf } from '#core/sealart/picture.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { tracePicture } from '#core/sealart/trace-picture.ts';
import { ownedFile } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { loadGlyphs } from '#edge/kernel/glyphs.ts';

export interface DrawnPicture {
  drawing: Drawing;
  shape: SealShape;
  widthMm: number;
  heightMm: number;
  method: SealMethod;
}

/** Draws the picture on the server instead of accepting the browser's, so that it always matches its design. */
export async function drawPicture(context: SignedInContext, picture: SealPicture): Promise<DrawnPicture> {
  const drawing = await toDrawing(context, picture);
  const { widthMm, heightMm } = drawing;
  const shape =
    picture.kind === 'DESIGN'
      ? picture.design.shape
      : picture.kind === 'UPLOAD'
        ? picture.shape
        : ('RECTANGLE' as const);
  return { drawing, shape, widthMm, heightMm, method: picture.kind === 'UPLOAD' ? 'UPLOAD' : 'AUTO' };
}

async function toDrawing(context: SignedInContext, picture: SealPicture): Promise<Drawing> {
  if (picture.kind === 'UPLOAD') return traceUpload(context, picture);
  const glyphs = await loadGlyphs(context, textsOfPicture(picture));
  return draw(picture, glyphs, chinaDate(context.now));
}

async function traceUpload(
  context: SignedInContext,
  upload: Extract<SealPicture, { kind: 'UPLOAD' }>,
): Promise<Drawing> {
  const bytes = await readOwnPicture(context, upload.pictureKey);
  const png = readPng(bytes);
  const fits =
    Math.abs(png.width - pxOf(upload.widthMm, UPLOAD_DPI)) <= 1 &&
    Math.abs(png.height - pxOf(upload.heightMm, UPLOAD_DPI)) <= 1;
  if (!fits) throw new AppError('INPUT_INVALID', {}, 'picture.widthMm');
  return tracePicture(png, upload.widthMm, upload.heightMm);
}

/** A picture that this owner uploaded; the digest of another owner's picture gives no access. */
export async function readOwnPicture(
  context: SignedInContext,
  pictureKey: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const [row] = await context.db
    .select()
    .from(ownedFile)
    .where(
      and(
        eq(ownedFile.ownerKey, context.actor.ownerKey),
        eq(ownedFile.sha256, pictureKey),
        eq(ownedFile.fileType, 'PNG'),
      ),
    );
  if (!row || row.size > CLEANED_BYTES)
    throw new AppError('FILE_NOT_UPLOADED', { name: pictureKey.slice(0, 8) });
  return context.files.get(pictureKey);
}
