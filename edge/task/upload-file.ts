import { and, eq, inArray } from 'drizzle-orm';
import type { Bytes } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { fillableForm } from '#core/pdf/prepare/fillable-form.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { PageSize } from '#core/task/document-facts.ts';
import type {
  uploadFile as call,
  downloadFile as downloadCall,
  findFiles as findCall,
} from '#core/task/draft-calls.ts';
import { uploadFacts } from '#core/task/upload-facts.ts';
import { mostBytes, UPLOAD_MIME, type UploadType } from '#core/task/upload-types.ts';
import { existingSignatures } from '#core/verification/existing-signatures.ts';
import { ownedFile } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { checkUploadQuota } from '#edge/config/upload-quota.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { readWithin } from '#edge/kernel/http/read-input.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { trustAnchors } from '#edge/pki/trust-anchors.ts';
import { mayName, noteUpload } from '#edge/template-use/named-files.ts';

/**
 * Receives a complete file with the digest that the browser announced. Idempotent; a truncated upload has another
 * digest and is not stored. Also answers what it is signed with and what it leaves to be filled in. Throws DOCUMENT_TOO_LARGE, DOCUMENT_EMPTY, DIGEST_DIFFERS, and the errors of `storeFile`.
 */
export async function uploadFile(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const { fileKey, fileType } = input;
  const { size, pages, bytes } = await storeUpload(input, context.actor.ownerKey, context, request);
  await noteUpload(context, { sha256: fileKey, fileType, size, pages });
  const told = await broughtAlong(bytes, fileType, context);
  return { fileKey, size, pages, ...told };
}

/** What a program that sends the file on should know of it, as the wizard shows it to people. */
async function broughtAlong(
  bytes: Bytes,
  fileType: UploadType,
  context: SignedInContext,
): Promise<Pick<OutputOf<typeof call>, 'signatures' | 'formFields'>> {
  if (fileType !== 'PDF' && fileType !== 'OFD') return { signatures: [], formFields: [] };
  const signatures = await existingSignatures(bytes, {
    time: context.now,
    trustAnchors: async () => (await trustAnchors(context)).map(({ der }) => der),
  });
  return { signatures, formFields: fileType === 'PDF' ? [...fillableForm(bytes).fields] : [] };
}

/**
 * The same with `ownerKey` as the owner, for a template that another organization edits. Counts towards the owner's
 * daily quota.
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
  const pages = await uploadFacts(bytes, fileType);
  await context.files.put(bytes);
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

export async function findFiles(
  input: ParsedInputOf<typeof findCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof findCall>> {
  if (input.fileKeys.length === 0) return { found: [] };
  const { db, actor } = context;
  const own = eq(ownedFile.ownerKey, actor.ownerKey);
  const rows = await db
    .select({ sha256: ownedFile.sha256 })
    .from(ownedFile)
    .where(and(own, inArray(ownedFile.sha256, input.fileKeys), mayName(context)));
  return { found: rows.map((row) => row.sha256) };
}

/**
 * A file of the owner, for example in a colleague's draft. Knowing the digest of another owner's file gives no access.
 */
export async function downloadFile(
  input: ParsedInputOf<typeof downloadCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const own = eq(ownedFile.ownerKey, context.actor.ownerKey);
  const [row] = await context.db
    .select()
    .from(ownedFile)
    .where(and(own, eq(ownedFile.sha256, input.fileKey), mayName(context)));
  if (!row) throw new AppError('NOT_FOUND');
  return ownedFileAnswer(row, context);
}

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
