import { and, eq, inArray } from 'drizzle-orm';
import type { Bytes } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';

import { fillableForm } from '#core/pdf/prepare/fillable-form.ts';

import type {
  uploadFile as call,
  downloadFile as downloadCall,
  findFiles as findCall,
} from '#core/task/draft-calls.ts';

import type { UploadType } from '#core/task/upload-types.ts';
import { existingSignatures } from '#core/verification/existing-signatures.ts';
import { ownedFile } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { pause } from '#edge/kernel/pause.ts';
import { trustAnchors } from '#edge/pki/trust-anchors.ts';
import { mayName, noteUpload } from '#edge/upload/named-files.ts';
import { ownedFileAnswer, storeUpload } from '#edge/upload/store-upload.ts';

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
  // What was computed so far may have taken long enough.
  await pause();
  const findings = await broughtAlong(bytes, fileType, context);
  return { fileKey, size, pages, ...findings };
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
