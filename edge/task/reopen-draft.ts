import { and, eq } from 'drizzle-orm';
import { batchRow, draft } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { TaskRow } from './read-task.ts';

/** Statements for a task that ends before it was sent: what it was made from can be sent again. */
export const reopenDraft = ({ db, now }: Context, row: TaskRow): Statement[] => [
  // Voiding agreements are generated and have no draft.
  ...(row.voids === ''
    ? [
        db
          .update(draft)
          .set({ closedAt: null, savedAt: now })
          .where(and(eq(draft.id, row.draftId), eq(draft.ownerKey, row.ownerKey))),
      ]
    : []),
  // A batch row can be sent again from the batch: the one that became this task, as anybody may name a row as their draft.
  db
    .update(batchRow)
    .set({ state: 'FAILED', problem: 'BATCH_REVIEW_REFUSED', taskId: null })
    .where(and(eq(batchRow.id, row.draftId), eq(batchRow.taskId, row.id))),
];
