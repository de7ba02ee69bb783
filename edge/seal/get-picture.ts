import { and, desc, eq, isNull } from 'drizzle-orm';
import { toBase64, utf8 } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { drawingToSvg } from '#core/drawing-to-svg.ts';
import { AppError } from '#core/errors.ts';
import type { listStamps as listCall, getPicture as pictureCall } from '#core/seal/calls.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { seal } from '#db/schema/index.ts';
import { personKey, type SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { readSeal } from './access.ts';
import { readOwnPicture } from './draw-picture.ts';

/** The seal as PNG: as uploaded, or rendered at `dpi`, by default the resolution of its design ([3.5c]). */
export async function getPicture(
  input: ParsedInputOf<typeof pictureCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { row } = await readSeal(context, input.stampId);
  const picture = row.picture;
  const bytes =
    picture?.kind === 'UPLOAD' && input.dpi === undefined
      ? await readOwnPicture(context, picture.pictureKey)
      : drawnPng(row, input.dpi ?? (picture?.kind === 'DESIGN' ? picture.design.dpi : 300));
  return {
    body: bytes,
    length: bytes.length,
    fileName: `${row.name}.png`,
    contentType: 'image/png',
    inline: true,
  };
}

/** Lowers the resolution of large seals, so that the bitmap fits the memory of an isolate. */
function drawnPng(row: typeof seal.$inferSelect, dpi: number): Uint8Array<ArrayBuffer> {
  const most = (1_600 * 25.4) / Math.max(row.widthMm, row.heightMm);
  const used = Math.floor(Math.min(dpi, most));
  return writePng(rasterize(row.drawing, used), used);
}

/** [7.10a] The person's own seals, newest first. Throws NO_PERMISSION for any other person. */
export async function listStamps(
  input: ParsedInputOf<typeof listCall>,
  { db, actor }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  if (input.userId !== actor.accountId) throw new AppError('NO_PERMISSION');
  const rows = await db
    .select()
    .from(seal)
    .where(and(eq(seal.ownerKey, personKey(actor.accountId)), isNull(seal.deletedAt)))
    .orderBy(desc(seal.createdAt), desc(seal.id));
  return rows.map((row) => ({
    stampId: row.id,
    stampCategory: row.category === 'HANDWRITTEN' ? 'PERSON_AUTOGRAPH' : row.category,
    stampPic: `data:image/svg+xml;base64,${toBase64(utf8(drawingToSvg(row.drawing)))}`,
  }));
}
