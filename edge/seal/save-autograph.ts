import { and, eq, isNull } from 'drizzle-orm';
import { SIGNATURE_BYTES } from '#core/account/fit-signature.ts';
import { type Bytes, toHex } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { pictureType } from '#core/realname/clean-picture.ts';
import type { saveAutograph as call } from '#core/seal/calls.ts';
import { cleanPicture, UPLOAD_DPI } from '#core/sealart/clean-picture.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { readJpeg } from '#core/sealart/read-jpeg.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { resamplePicture } from '#core/sealart/resample.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { ownedFile, seal } from '#db/schema/index.ts';
import { personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { createSeal } from './create-seal.ts';

/** The room that a signature is fitted into, mm: that of the writing board, whose ratio is 73:38 ([5.6a]). */
const ROOM = { widthMm: 36.5, heightMm: 19 };
const MOST_PIXELS = 8_000_000;
/** Pixels a side that are worth cleaning: more than 600 DPI of the room needs. */
const MOST_PX = 1_600;

/**
 * Keeps a signature that comes as a picture ([7.10b]): its paper is taken away, it is made 600 DPI, and it becomes a
 * handwriting seal of the person, whichever enterprise they act for. Of whatever ratio it comes, it is padded to 73:38.
 * Throws PICTURE_TYPE_WRONG for anything but png, jpg and jpeg, PICTURE_TOO_LARGE, PICTURE_NOT_A_SEAL for one without ink.
 */
export async function saveAutograph(
  { file }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  if (file.size > SIGNATURE_BYTES)
    throw new AppError('PICTURE_TOO_LARGE', { max: SIGNATURE_BYTES / 1048576 });
  const ownerKey = personKey(context.actor.accountId);
  const asPerson = { ...context, actor: { ...context.actor, entId: '', entName: '', ownerKey } };
  const given = readPicture(new Uint8Array(await file.arrayBuffer()));
  const cleaned = cleanPicture(given, ROOM);
  const bytes = writePng(cleaned, UPLOAD_DPI);
  const pictureKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const mm = (px: number) => Math.round((px / UPLOAD_DPI) * 254) / 10;
  const size = { widthMm: mm(cleaned.width), heightMm: mm(cleaned.height) };
  await context.files.put(bytes);
  await context.db
    .insert(ownedFile)
    .values({
      ownerKey,
      sha256: pictureKey,
      fileType: 'PNG',
      size: bytes.length,
      pages: [size],
      uploadedBy: context.actor.accountId,
      createdAt: context.now,
    })
    .onConflictDoNothing();
  return createSeal(
    {
      stampName: await freeName(context, ownerKey),
      stampCategory: 'HANDWRITTEN',
      picture: { kind: 'UPLOAD', pictureKey, shape: 'RECTANGLE', ...size },
    },
    asPerson,
  );
}

function readPicture(bytes: Bytes): Picture {
  const picture = pictureType(bytes) === 'JPEG' ? readJpeg(bytes) : readPng(bytes, MOST_PIXELS);
  const { width, height } = picture;
  const scale = MOST_PX / Math.max(width, height);
  if (scale >= 1) return picture;
  const smaller = (length: number) => Math.max(1, Math.round(length * scale));
  return resamplePicture(picture, { x: 0, y: 0, width, height }, smaller(width), smaller(height));
}

async function freeName({ db }: SignedInContext, ownerKey: string): Promise<string> {
  const taken = await db
    .select({ name: seal.name })
    .from(seal)
    .where(and(eq(seal.ownerKey, ownerKey), isNull(seal.deletedAt)));
  const names = new Set(taken.map(({ name }) => name));
  let name = '手写签名';
  for (let n = 2; names.has(name); n++) name = `手写签名 ${n}`;
  return name;
}
