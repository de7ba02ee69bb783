import { and, inArray, lte } from 'drizzle-orm';
import { task } from '#db/schema/index.ts';
import type { Context } from '../context.ts';
import { expireTask } from './end-task.ts';

/** Each minute: ends the tasks whose deadline has passed. Returns how many. */
export async function runDueTasks(context: Context): Promise<number> {
  const due = await context.db
    .select({ id: task.id })
    .from(task)
    .where(
      and(
        inArray(task.state, ['NOT_STARTED', 'IN_PROGRESS', 'FROZEN', 'REVIEWING']),
        lte(task.deadline, context.now),
      ),
    )
    .limit(200);
  for (const { id } of due) await expireTask(context, id);
  return due.length;
}
