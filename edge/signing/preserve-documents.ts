import type { TaskFileType } from '#core/task/plan.ts';
import { documentRevision } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { trustAnchors } from '#edge/pki/trust-anchors.ts';
import { type NewTrailEntry, readTrail } from '#edge/trail/trail-of.ts';
import { checkFinished } from './check-finished.ts';
import { engineOf } from './engine-of.ts';
import { holdRevision, type NewRevision, readRevision } from './revisions.ts';
import type { DocumentRow } from './rows.ts';

/** A completed subject whose documents receive long-term validation data. */
interface Preservable {
  /** The number of the task or group, as its sender sees it. */
  number: string;
  fileType: TaskFileType;
  documents: readonly DocumentRow[];
  /** The statement that makes a revision a document's newest. */
  raise(documentId: string, revision: number): Statement;
  /** Writes the change with its line in the trail. Throws GuardFailed on a concurrent change. */
  change(entry: NewTrailEntry, statements: Statement[]): Promise<void>;
}

/**
 * Adds long-term validation data to every signed document after the last signature: one more revision each, and one
 * line in the trail with their digests. Signatures and state are complete before this runs. What results is verified
 * first; throws if it is not valid. Idempotent.
 */
export async function preserveDocuments(
  before: Context,
  id: string,
  read: (context: Context) => Promise<Preservable>,
): Promise<void> {
  // Revocation data must be newer than the signatures, and an effect may run long after it was enqueued.
  const context = atPresent(before);
  await withRetry(async () => {
    const { number, fileType, documents, raise, change } = await read(context);
    if ((await readTrail(context, id)).some(({ event }) => event === 'PRESERVED')) return;
    const made: { row: DocumentRow; revision: NewRevision }[] = [];
    const finished: { documentId: string; last: NewRevision }[] = [];
    for (const row of documents.filter(({ revision }) => revision > 0)) {
      const signed = await readRevision(context, row.id, row.revision);
      const held = await holdRevision(context, signed);
      const revision = await engineOf(fileType).preserve?.(context, held);
      if (revision) made.push({ row, revision });
      finished.push({ documentId: row.id, last: revision ?? signed });
    }
    const anchors = (await trustAnchors(context)).map(({ der }) => der);
    await checkFinished(context, { id, number }, finished, anchors);
    if (made.length === 0) return;
    const evidence = Object.fromEntries(
      made.map(({ row, revision }) => [`document ${row.position + 1}`, revision.sha256]),
    );
    await change(
      { event: 'PRESERVED', operator: 'Signet', evidence },
      made.flatMap(({ row, revision }) => [
        context.db.insert(documentRevision).values({
          ...revision,
          documentId: row.id,
          revision: row.revision + 1,
          signerId: null,
          certificateId: null,
          createdAt: context.now,
        }),
        raise(row.id, row.revision + 1),
      ]),
    );
  });
}
