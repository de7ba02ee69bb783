import { eq, sql } from 'drizzle-orm';
import { document, task } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { changeTrailed, type TrailedChange } from '#edge/trail/trail-of.ts';
import { voidEndedEffect } from './effects.ts';
import type { TaskRow } from './read-task.ts';

/** Guard that the task was not changed since it was read; part of every change of a task. */
export const unchanged = (row: Pick<TaskRow, 'id' | 'version'>) =>
  sql`select 1 from ${task} where ${task.id} = ${row.id} and ${task.version} = ${row.version}`;

/** Writes a change of a task with its trail. Throws GuardFailed on a concurrent change. */
export function changeTask(
  context: Context,
  row: TaskRow,
  { set, ...change }: TrailedChange<Partial<typeof task.$inferInsert>>,
): Promise<void> {
  const update = context.db
    .update(task)
    .set({ ...set, version: row.version + 1 })
    .where(eq(task.id, row.id));
  // When a voiding agreement ends, its outcome decides whether the contract becomes void.
  const ended = row.voids !== '' && set.endReason != null;
  const more = ended
    ? [...change.more, enqueue(context, `void:${row.voids}`, voidEndedEffect, { agreementId: row.id })]
    : change.more;
  return changeTrailed(context, row.id, { unchanged: unchanged(row), update }, { ...change, more });
}

/** The statement that makes a revision a document's newest. */
export const raiseDocument =
  ({ db }: Context) =>
  (documentId: string, revision: number) =>
    db.update(document).set({ revision }).where(eq(document.id, documentId));
