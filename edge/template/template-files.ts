import { and, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  downloadTemplateFile as downloadCall,
  uploadTemplateFile as uploadCall,
} from '#core/template/version-calls.ts';
import { ownedFile, templateFile } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { ownedFileAnswer, storeUpload } from '#edge/upload/store-upload.ts';
import { reachTemplate } from './reach-template.ts';

/**
 * [5.1b] Uploads a docx or picture for a template, by its owner or an organization that may edit it. The file always
 * belongs to the template's owner, so it outlives the authorization. Throws NOT_FOUND, NO_PERMISSION and the errors of
 * an upload.
 */
export async function uploadTemplateFile(
  input: ParsedInputOf<typeof uploadCall>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof uploadCall>> {
  const row = await reachTemplate(context, input.id, 'edit');
  const { size } = await storeUpload(input, row.ownerKey, context, request);
  await context.db
    .insert(templateFile)
    .values({ templateId: row.id, sha256: input.fileKey })
    .onConflictDoNothing();
  return { fileKey: input.fileKey, size };
}

/**
 * Downloads a template's file. Checks that it belongs to the template, so that a digest alone opens no other file of
 * the owner. Throws NOT_FOUND.
 */
export async function downloadTemplateFile(
  { id, fileKey }: ParsedInputOf<typeof downloadCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const row = await reachTemplate(context, id, 'see');
  const [found] = await context.db
    .select({ file: ownedFile })
    .from(templateFile)
    .innerJoin(
      ownedFile,
      and(eq(ownedFile.sha256, templateFile.sha256), eq(ownedFile.ownerKey, row.ownerKey)),
    )
    .where(and(eq(templateFile.templateId, row.id), eq(templateFile.sha256, fileKey)));
  if (!found) throw new AppError('NOT_FOUND');
  return ownedFileAnswer(found.file, context);
}
