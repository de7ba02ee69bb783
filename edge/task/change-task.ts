import { eq, sql } from 'drizzle-orm';
import { document, task } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { changeTrailed, type TrailedChange } from '#edge/signing/trail-of.ts';
import { voidEndedEffect } from './effects.ts';
import type { TaskRow } from './read-task.ts';

/** The guard of every change of a task: nobody changed it since it was read. */
export const unchanged = (row: Pick<TaskRow, 'id' | 'version'>) =>
  sql`select 1 from ${task} where ${task.id} = ${row.id} and ${task.version} = ${row.version}`;

/** Writes a change of a task with its trail; throws GuardFailed when someone was quicker. */
export function changeTask(
  context: Context,
  row: TaskRow,
  { set, ...change }: TrailedChange<Partial<typeof task.$inferInsert>>,
): Promise<void> {
  const update = context.db
    .update(task)
    .set({ ...set, version: row.version + 1 })
    .where(eq(task.id, row.id));
  // What becomes of a contract follows from how the agreement to make it void ends.
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
