import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import { chinaMinute } from '#core/china-time.ts';
import { remindAt } from '#core/task/deadline.ts';
import { DAY_MS } from '#core/time.ts';
import { task } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { Context } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { advanceTask, PRODUCT } from './advance-task.ts';
import { changeTask } from './change-task.ts';
import { unsafeReadTask } from './read-task.ts';

/** Tasks processed in one run; the next minute takes the rest. */
const AT_ONCE = 200;

/**
 * Job, every minute: reminds current signers and the sender of an approaching deadline, the configured number of days
 * before it and once per deadline. Returns the number of tasks processed.
 */
export async function remindDue(context: Context): Promise<number> {
  const { db, now } = context;
  const { remindDays: days } = await limitsInForce(context);
  if (days === 0) return 0;
  const rows = await db
    .select({ id: task.id })
    .from(task)
    .where(
      and(
        eq(task.state, 'IN_PROGRESS'),
        gt(task.deadline, now),
        lte(task.deadline, now + days * DAY_MS),
        isNull(task.remindedAt),
      ),
    )
    .orderBy(asc(task.deadline))
    .limit(AT_ONCE);
  for (const { id } of rows) await withRetry(() => remind(context, id, days));
  return rows.length;
}

async function remind(context: Context, taskId: string, days: number): Promise<void> {
  const { now } = context;
  const contract = await unsafeReadTask(context, taskId);
  const row = contract.task;
  if (row.state !== 'IN_PROGRESS' || row.remindedAt !== null || row.deadline <= now) return;
  const waiting = contract.signers.filter(({ state }) => state === 'SIGNING');
  const at = remindAt({ deadline: row.deadline, sentAt: Math.max(row.sentAt, row.startAt), days });
  // `at` is null if the task was sent shortly before its deadline: everybody was notified just then.
  if (at === null || at > now || waiting.length === 0) return changeTask(context, row, { remindedAt: now });
  await advanceTask(context, contract, {
    event: 'remind',
    by: PRODUCT,
    remark: waiting.map((s) => s.entName || s.userName).join('、'),
    params: { until: chinaMinute(row.deadline) },
    set: { remindedAt: now },
  });
}
