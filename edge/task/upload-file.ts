import { and, eq, inArray } from 'drizzle-orm';
import { toHex } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import type {
  uploadFile as call,
  downloadFile as downloadCall,
  findFiles as findCall,
} from '#core/task/draft-calls.ts';
import { ownedFile } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { readWithin } from '#edge/kernel/http/read-input.ts';

/**
 * Takes a whole file under the digest that the browser announced. What was cut on the way has another digest and
 * leaves nothing behind; sent again it has the same effect.
 */
export async function uploadFile(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const { fileBytes } = await limitsInForce(context);
  const bytes = await readWithin(request, fileBytes).catch((error: unknown) => {
    throw error instanceof AppError && error.name === 'TOO_LARGE'
      ? new AppError('DOCUMENT_TOO_LARGE', { max: fileBytes / 1048576 })
      : error;
  });
  if (bytes.length === 0) throw new AppError('DOCUMENT_EMPTY');
  const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  if (digest !== input.fileKey) throw new AppError('DIGEST_DIFFERS');
  const pages = await documentFacts(bytes, input.fileType);
  await context.files.put(bytes);
  await context.db
    .insert(ownedFile)
    .values({
      ownerKey: context.actor.ownerKey,
      sha256: digest,
      fileType: input.fileType,
      size: bytes.length,
      pages,
      uploadedBy: context.actor.accountId,
      createdAt: context.now,
    })
    .onConflictDoNothing();
  return { fileKey: digest, size: bytes.length, pages };
}

export async function findFiles(
  input: ParsedInputOf<typeof findCall>,
  { db, actor }: SignedInContext,
): Promise<OutputOf<typeof findCall>> {
  if (input.fileKeys.length === 0) return { found: [] };
  const rows = await db
    .select({ sha256: ownedFile.sha256 })
    .from(ownedFile)
    .where(and(eq(ownedFile.ownerKey, actor.ownerKey), inArray(ownedFile.sha256, input.fileKeys)));
  return { found: rows.map((row) => row.sha256) };
}

/** A file that a colleague's draft needs; knowing a digest opens nothing that the owner did not upload. */
export async function downloadFile(
  input: ParsedInputOf<typeof downloadCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const [row] = await context.db
    .select()
    .from(ownedFile)
    .where(and(eq(ownedFile.ownerKey, context.actor.ownerKey), eq(ownedFile.sha256, input.fileKey)));
  if (!row) throw new AppError('NOT_FOUND');
  return {
    body: await context.files.stream(row.sha256),
    length: row.size,
    fileName: `${row.sha256}.${row.fileType.toLowerCase()}`,
    contentType: row.fileType === 'PDF' ? 'application/pdf' : 'application/ofd',
    inline: true,
    etag: row.sha256,
  };
}
