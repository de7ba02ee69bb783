import { eq, sql } from 'drizzle-orm';
import { document, task } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { TaskRow } from './read-task.ts';

/** Guard that the task was not changed since it was read; part of every change of a task. */
export const unchanged = (row: Pick<TaskRow, 'id' | 'version'>) =>
  sql`select 1 from ${task} where ${task.id} = ${row.id} and ${task.version} = ${row.version}`;

/** The statement that changes a task's row; every change raises its version. */
export const updateTask = (
  { db }: Context,
  row: Pick<TaskRow, 'id' | 'version'>,
  set: Partial<typeof task.$inferInsert>,
) =>
  db
    .update(task)
    .set({ ...set, version: row.version + 1 })
    .where(eq(task.id, row.id));

/**
 * Writes a change of a task that is no event of its life and is not in its trail; events are written by `advanceTask`.
 * Throws GuardFailed on a concurrent change.
 */
export const changeTask = (
  context: Context,
  row: TaskRow,
  set: Partial<typeof task.$inferInsert>,
  statements: readonly Statement[] = [],
): Promise<void> => commit(context, [unchanged(row)], [updateTask(context, row, set), ...statements]);

/** The statement that makes a revision a document's newest. */
export const raiseDocument =
  ({ db }: Context) =>
  (documentId: string, revision: number) =>
    db.update(document).set({ revision }).where(eq(document.id, documentId));
