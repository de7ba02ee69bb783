import { and, inArray, lte, type SQL } from 'drizzle-orm';
import type { TaskState } from '#core/task/states.ts';
import { task } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { expireTask } from './expire-task.ts';
import { openSigning } from './open-signing.ts';

/** Job, every minute: ends tasks past their deadline and starts those whose start time has come. Returns how many. */
export async function runDueTasks(context: Context): Promise<number> {
  const over = await dueIds(
    context,
    ['NOT_STARTED', 'IN_PROGRESS', 'FROZEN', 'REVIEWING'],
    lte(task.deadline, context.now),
  );
  for (const id of over) await expireTask(context, id);
  const due = await dueIds(context, ['NOT_STARTED'], lte(task.startAt, context.now));
  for (const id of due) await openSigning(context, id);
  return over.length + due.length;
}

/** Tasks processed in one run; the next minute takes the rest. */
const AT_ONCE = 200;

async function dueIds({ db }: Context, states: TaskState[], isDue: SQL): Promise<string[]> {
  const rows = await db
    .select({ id: task.id })
    .from(task)
    .where(and(inArray(task.state, states), isDue))
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}
