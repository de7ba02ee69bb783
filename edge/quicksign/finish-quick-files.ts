import { eq } from 'drizzle-orm';
import { documentRevision, quickFile } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { finishDocument } from '#edge/signing/finish-document.ts';
import { readTrail } from '#edge/signing/trail-of.ts';
import { changeGroup, unsafeReadGroup } from './read-group.ts';

/**
 * What follows a quick signing: each file gets what makes its signature last, as a task's files do, with a line in the
 * trail that holds the digests. Run twice, it finds its work done.
 */
export async function finishQuickFiles(before: Context, { groupId }: { groupId: string }): Promise<void> {
  // Evidence of revocation must be younger than the signatures, and an effect may run long after it was written.
  const context = { ...before, now: Date.now() };
  await withRetry(async () => {
    const { group, files } = await unsafeReadGroup(context, groupId);
    const done = (await readTrail(context, groupId)).some(({ event }) => event === 'PRESERVED');
    if (done) return;
    const finished = [];
    for (const file of files) {
      const revision = await finishDocument(context, file, group.fileType);
      if (revision) finished.push({ file, revision });
    }
    if (finished.length === 0) return;
    const digests = finished.map(({ file, revision }) => [`document ${file.position + 1}`, revision.sha256]);
    await changeGroup(context, group, {
      set: {},
      entry: { event: 'PRESERVED', operator: 'Signet', evidence: Object.fromEntries(digests) },
      more: finished.flatMap(({ file, revision }) => [
        context.db.insert(documentRevision).values(revision),
        context.db.update(quickFile).set({ revision: revision.revision }).where(eq(quickFile.id, file.id)),
      ]),
    });
  });
}
