import type { TaskFileType } from '#core/task/plan.ts';
import { documentRevision } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { engineOf } from './engine-of.ts';
import { holdRevision, type NewRevision, readRevision } from './revisions.ts';
import type { DocumentRow } from './rows.ts';
import { type NewTrailEntry, readTrail } from './trail-of.ts';

/** Something signed, as far as its documents last. */
interface Preservable {
  fileType: TaskFileType;
  documents: readonly DocumentRow[];
  /** The statement that makes a revision a document's newest. */
  raise(documentId: string, revision: number): Statement;
  /** Writes the change with its line in the trail; throws GuardFailed where somebody was quicker. */
  change(entry: NewTrailEntry, statements: Statement[]): Promise<void>;
}

/**
 * What follows the last signature on something: every signed document gets what makes its signatures last, as one more
 * revision, with a line in the trail that holds its digest. The signatures are whole and the state is written before this
 * runs; run twice, it finds its work done.
 */
export async function preserveDocuments(
  before: Context,
  id: string,
  read: (context: Context) => Promise<Preservable>,
): Promise<void> {
  // Evidence of revocation must be younger than the signatures, and an effect may run long after it was written.
  const context = atPresent(before);
  await withRetry(async () => {
    const { fileType, documents, raise, change } = await read(context);
    if ((await readTrail(context, id)).some(({ event }) => event === 'PRESERVED')) return;
    const made: { row: DocumentRow; revision: NewRevision }[] = [];
    for (const row of documents.filter(({ revision }) => revision > 0)) {
      const held = await holdRevision(context, await readRevision(context, row.id, row.revision));
      const revision = await engineOf(fileType).preserve?.(context, held);
      if (revision) made.push({ row, revision });
    }
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
