import { and, eq, isNull } from 'drizzle-orm';
import { SIGNATURE_BYTES } from '#core/account/fit-signature.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { saveAutograph as call } from '#core/seal/calls.ts';
import { readAutograph } from '#core/seal/read-autograph.ts';
import { UPLOAD_DPI } from '#core/sealart/clean-picture.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { sha256Hex } from '#core/sha256.ts';
import { ownedFile, seal } from '#db/schema/index.ts';
import { checkUploadQuota } from '#edge/config/upload-quota.ts';
import { personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { createSeal } from './create-seal.ts';

/**
 * Saves a signature from a picture ([7.10b]): removes the paper background, resamples to 600 DPI, and creates a
 * handwriting seal of the person, whichever enterprise they act for. Pictures of any aspect ratio are padded to 73:38.
 * Throws PICTURE_TYPE_WRONG for other types than png, jpg and jpeg, PICTURE_TOO_LARGE, PICTURE_NOT_A_SEAL if it has no ink, UPLOAD_QUOTA.
 */
export async function saveAutograph(
  { file }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  if (file.size > SIGNATURE_BYTES)
    throw new AppError('PICTURE_TOO_LARGE', { max: SIGNATURE_BYTES / 1048576 });
  const ownerKey = personKey(context.actor.accountId);
  const asPerson = { ...context, actor: { ...context.actor, entId: '', entName: '', ownerKey } };
  const cleaned = readAutograph(new Uint8Array(await file.arrayBuffer()));
  const bytes = writePng(cleaned, UPLOAD_DPI);
  const pictureKey = await sha256Hex(bytes);
  const mm = (px: number) => Math.round((px / UPLOAD_DPI) * 254) / 10;
  const size = { widthMm: mm(cleaned.width), heightMm: mm(cleaned.height) };
  await checkUploadQuota(context, { ownerKey, sha256: pictureKey, size: bytes.length });
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
