import { and, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { withEnding } from '#core/file-name.ts';
import type { createQuickFiles as call } from '#core/quicksign/calls.ts';
import { QUICK_MACHINE } from '#core/quicksign/states.ts';
import { type QuickContent, quickDocumentPath, quickFromWire } from '#core/quicksign/wire.ts';
import { documentRevision, ownedFile, quickFile, quickGroup } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { keepHashes } from '#edge/signing/kept-hashes.ts';
import { beginTrail } from '#edge/trail/trail-of.ts';
import { refuseOthers } from './read-group.ts';

/** Creates an unsigned group of uploaded files of the owner, all of one type ([5.13a]). Throws FILE_NOT_UPLOADED. */
export async function createQuickFiles(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  refuseOthers(context);
  const content = quickFromWire(input);
  const { actor, db, now, newId } = context;
  const uploaded = await uploadedFiles(content, context);
  const id = newId();
  const files = content.documents.map((planned, position) => ({
    id: newId(),
    groupId: id,
    position,
    name: withEnding(planned.fileName, content.taskFileType),
    pages: uploaded.get(planned.fileKey)!.pages,
    revision: 0,
  }));
  const revisions = content.documents.map(({ fileKey }, i) => {
    const { size } = uploaded.get(fileKey)!;
    return {
      documentId: files[i]!.id,
      revision: 0,
      segments: [{ key: fileKey, length: size }],
      length: size,
      sha256: fileKey,
      createdAt: now,
    };
  });
  const trail = await beginTrail(context, id, [
    {
      event: 'INITIATED',
      operator: actor.name,
      agent: actor.entName,
      evidence: Object.fromEntries(revisions.map((r, i) => [`document ${i + 1}`, r.sha256])),
    },
  ]);
  await commit(
    context,
    [],
    [
      db.insert(quickGroup).values({
        id,
        ownerKey: actor.ownerKey,
        creatorId: actor.accountId,
        name: content.taskName,
        businessType: content.businessType,
        businessTypeName: content.businessTypeName,
        fileType: content.taskFileType,
        fileNum: files.length,
        state: QUICK_MACHINE.initial,
        createdAt: now,
      }),
      db.insert(quickFile).values(files),
      db.insert(documentRevision).values(revisions),
      ...keepHashes(context, content.taskFileType, revisions),
      ...trail.statements,
      ...context.remember({ id }),
    ],
  );
  return { id };
}

async function uploadedFiles(content: QuickContent, { db, actor }: SignedInContext) {
  const planned = content.documents;
  const keys = planned.map((d) => d.fileKey);
  const rows = await db
    .select()
    .from(ownedFile)
    .where(and(eq(ownedFile.ownerKey, actor.ownerKey), inArray(ownedFile.sha256, keys)));
  const found = new Map(rows.map((row) => [row.sha256, row]));
  const missing = planned.find((d) => !found.has(d.fileKey));
  if (missing) throw new AppError('FILE_NOT_UPLOADED', { name: missing.fileName });
  const others = planned.flatMap((d, i) =>
    found.get(d.fileKey)?.fileType === content.taskFileType
      ? []
      : [{ path: quickDocumentPath(i, 'fileKey'), problem: 'otherFileType' }],
  );
  if (others.length > 0) throw new InputRefused(others);
  return found;
}
