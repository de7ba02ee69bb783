import { eq } from 'drizzle-orm';
import { document, documentRevision } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { type Statement, withRetry } from '#edge/kernel/storage/commit.ts';
import { finishDocument } from '#edge/signing/finish-document.ts';
import type { RevisionRow } from '#edge/signing/revisions.ts';
import type { DocumentRow } from '#edge/signing/rows.ts';
import { readTrail } from '#edge/signing/trail-of.ts';
import { changeTask } from './change-task.ts';
import { unsafeReadTask } from './read-task.ts';

/**
 * What follows a completed task: every signed document gets what makes its signatures last, as one more revision, with
 * a line in the trail that holds its digest. The signatures are whole and the state is written before this runs; run
 * twice, it finds its work done.
 */
export async function finishTask(before: Context, { taskId }: { taskId: string }): Promise<void> {
  // Evidence of revocation must be younger than the signatures, and an effect may run long after it was written.
  const context = { ...before, now: Date.now() };
  await withRetry(async () => {
    const { task, documents } = await unsafeReadTask(context, taskId);
    const done = (await readTrail(context, taskId)).some(({ event }) => event === 'PRESERVED');
    if (done) return;
    const finished: { row: DocumentRow; revision: RevisionRow }[] = [];
    for (const row of documents.filter(({ revision }) => revision > 0)) {
      const revision = await finishDocument(context, row, task.fileType === 'OFD' ? 'OFD' : 'PDF');
      if (revision) finished.push({ row, revision });
    }
    if (finished.length === 0) return;
    const digests = finished.map(({ row, revision }) => [`document ${row.position + 1}`, revision.sha256]);
    await changeTask(context, task, {
      set: {},
      trail: [{ event: 'PRESERVED', operator: 'Signet', evidence: Object.fromEntries(digests) }],
      more: finished.flatMap(({ revision }) => [
        context.db.insert(documentRevision).values(revision),
        raise(context, revision),
      ]),
    });
  });
}

const raise = ({ db }: Context, { documentId, revision }: RevisionRow): Statement =>
  db.update(document).set({ revision }).where(eq(document.id, documentId));
