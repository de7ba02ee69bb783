import { and, eq, inArray } from 'drizzle-orm';
import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { PageSize } from '#core/task/document-facts.ts';
import { uploadFacts } from '#core/task/upload-facts.ts';
import { mostBytes, UPLOAD_MIME, type UploadType } from '#core/task/upload-types.ts';
import { ownedFile } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { checkUploadQuota } from '#edge/config/upload-quota.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { readWithin } from '#edge/kernel/http/read-input.ts';
import { pause } from '#edge/kernel/pause.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

/**
 * Receives a complete file for an owner, who may be another than the actor's, such as the owner of a template that another
 * organization edits. Counts towards the owner's daily quota. Throws DOCUMENT_TOO_LARGE, DOCUMENT_EMPTY, DIGEST_DIFFERS and
 * the errors of `storeFile`.
 */
export async function storeUpload(
  { fileKey, fileType }: { fileKey: string; fileType: UploadType },
  ownerKey: string,
  context: SignedInContext,
  request: Request,
): Promise<{ size: number; pages: PageSize[]; bytes: Bytes }> {
  const { fileBytes } = await limitsInForce(context);
  const most = mostBytes(fileType, fileBytes);
  const bytes = await readWithin(request, most).catch((error: unknown) => {
    throw error instanceof AppError && error.name === 'TOO_LARGE'
      ? new AppError('DOCUMENT_TOO_LARGE', { max: most / 1048576 })
      : error;
  });
  if (bytes.length === 0) throw new AppError('DOCUMENT_EMPTY');
  await pause();
  const digest = await sha256Hex(bytes);
  if (digest !== fileKey) throw new AppError('DIGEST_DIFFERS');
  const pages = await storeFile({ ownerKey, sha256: digest, bytes, fileType }, context);
  return { size: bytes.length, pages, bytes };
}

/**
 * Stores a file for an owner and resolves with its pages. Throws UPLOAD_QUOTA, or the reason if the file is invalid.
 */
export async function storeFile(
  file: { ownerKey: string; sha256: string; bytes: Bytes; fileType: UploadType },
  context: SignedInContext,
): Promise<PageSize[]> {
  const { ownerKey, sha256, bytes, fileType } = file;
  await checkUploadQuota(context, { ownerKey, sha256, size: bytes.length });
  await pause();
  const pages = await uploadFacts(bytes, fileType, pause);
  await pause();
  await context.files.put(bytes, sha256);
  await context.db
    .insert(ownedFile)
    .values({
      ownerKey,
      sha256,
      size: bytes.length,
      fileType,
      pages,
      uploadedBy: context.actor.accountId,
      createdAt: context.now,
    })
    .onConflictDoNothing();
  return pages;
}

/**
 * The statements that remove files which this request has stored for a task that was then refused: nobody uploaded them, and
 * they would fill the owner's quota. What the owner had before stays.
 */
export const dropStored = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  ownerKey: string,
  digests: readonly string[],
): Statement[] =>
  digests.length === 0
    ? []
    : [
        db
          .delete(ownedFile)
          .where(
            and(
              eq(ownedFile.ownerKey, ownerKey),
              inArray(ownedFile.sha256, [...digests]),
              eq(ownedFile.createdAt, now),
            ),
          ),
      ];

/** Inline response with an uploaded file. */
export const ownedFileAnswer = async (
  { sha256, size, fileType }: typeof ownedFile.$inferSelect,
  { files }: SignedInContext,
): Promise<FileAnswer> => ({
  body: await files.stream(sha256),
  length: size,
  fileName: `${sha256}.${fileType.toLowerCase()}`,
  contentType: UPLOAD_MIME[fileType],
  inline: true,
  etag: sha256,
});
