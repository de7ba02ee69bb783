import { and, eq, exists, inArray, or, type SQL } from 'drizzle-orm';
import { ownedFile, templateMadeFile, templateVersion } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

type UploadedFile = Pick<typeof ownedFile.$inferSelect, 'sha256' | 'fileType' | 'size' | 'pages'>;

/** Owner of what the session of an embedded page uploaded, beside the enterprise that owns the file. */
export const uploaderKey = (sessionId: string): string => `S:${sessionId}`;

/**
 * SQL condition on `owned_file`: files that the actor may name by their digest. Of an embedded page only those that its
 * session uploaded or that the server made from its template; a digest alone opens no other file of the enterprise.
 * Undefined for everybody else, who may name all files of their owner.
 */
export function mayName({ db, actor }: SignedInContext): SQL | undefined {
  if (!actor.embed) return undefined;
  const uploaded = db
    .select({ sha256: ownedFile.sha256 })
    .from(ownedFile)
    .where(eq(ownedFile.ownerKey, uploaderKey(actor.sessionId)));
  const made = db
    .select({ versionId: templateMadeFile.versionId })
    .from(templateMadeFile)
    .innerJoin(templateVersion, eq(templateVersion.id, templateMadeFile.versionId))
    .where(
      and(
        eq(templateMadeFile.ownerKey, actor.ownerKey),
        eq(templateMadeFile.sha256, ownedFile.sha256),
        eq(templateVersion.templateId, actor.embed.templateId),
      ),
    );
  return or(inArray(ownedFile.sha256, uploaded), exists(made));
}

/** Records that the session of an embedded page uploaded this file; does nothing for other sessions. */
export async function noteUpload({ db, actor, now }: SignedInContext, file: UploadedFile): Promise<void> {
  if (!actor.embed) return;
  await db
    .insert(ownedFile)
    .values({
      ...file,
      ownerKey: uploaderKey(actor.sessionId),
      uploadedBy: actor.accountId,
      createdAt: now,
    })
    .onConflictDoNothing();
}
