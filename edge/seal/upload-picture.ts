import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { uploadPicture as call } from '#core/seal/calls.ts';
import { CLEANED_BYTES } from '#core/seal/picture.ts';
import { UPLOAD_DPI } from '#core/sealart/clean-picture.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { sha256Hex } from '#core/sha256.ts';
import { ownedFile } from '#db/schema/index.ts';
import { checkUploadQuota } from '#edge/config/upload-quota.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readWithin } from '#edge/kernel/http/read-input.ts';

/** Stores the uploaded picture of a seal, a PNG of 600 DPI, after checking it against the digest in the request ([5.5a]). Throws UPLOAD_QUOTA. */
export async function uploadPicture(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const bytes = await readWithin(request, CLEANED_BYTES).catch((error: unknown) => {
    throw error instanceof AppError && error.name === 'TOO_LARGE'
      ? new AppError('PICTURE_TOO_LARGE', { max: CLEANED_BYTES / 1048576 })
      : error;
  });
  const digest = await sha256Hex(bytes);
  if (digest !== input.pictureKey) throw new AppError('DIGEST_DIFFERS');
  const png = readPng(bytes);
  if (png.dpi !== UPLOAD_DPI) throw new AppError('PICTURE_TYPE_WRONG');
  const widthMm = Math.round((png.width / UPLOAD_DPI) * 254) / 10;
  const heightMm = Math.round((png.height / UPLOAD_DPI) * 254) / 10;
  const { ownerKey } = context.actor;
  await checkUploadQuota(context, { ownerKey, sha256: digest, size: bytes.length });
  await context.files.put(bytes);
  await context.db
    .insert(ownedFile)
    .values({
      ownerKey,
      sha256: digest,
      fileType: 'PNG',
      size: bytes.length,
      pages: [{ widthMm, heightMm }],
      uploadedBy: context.actor.accountId,
      createdAt: context.now,
    })
    .onConflictDoNothing();
  return { pictureKey: digest, widthMm, heightMm };
}
