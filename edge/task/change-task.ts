import { eq, sql } from 'drizzle-orm';
import { task } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/commit.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { appendTrail, type NewTrailEntry } from '#edge/signing/trail-of.ts';
import type { TaskRow } from './read-task.ts';

/** The guard of every change of a task: nobody changed it since it was read. */
export const unchanged = (row: Pick<TaskRow, 'id' | 'version'>) =>
  sql`select 1 from ${task} where ${task.id} = ${row.id} and ${task.version} = ${row.version}`;

/** Writes a change of a task with its trail; throws GuardFailed when someone was quicker. */
export async function changeTask(
  context: Context,
  row: TaskRow,
  change: {
    set: Partial<typeof task.$inferInsert>;
    trail: NewTrailEntry[];
    more: Statement[];
    /** One-time proofs of who changes it, which the change uses up. */
    proofs?: readonly OneTimeProof[];
  },
): Promise<void> {
  const trail = await appendTrail(context, row.id, change.trail);
  await commitSpending(
    context,
    change.proofs ?? [],
    [unchanged(row), trail.guard],
    [
      context.db
        .update(task)
        .set({ ...change.set, version: row.version + 1 })
        .where(eq(task.id, row.id)),
      ...trail.statements,
      ...change.more,
    ],
  );
}
