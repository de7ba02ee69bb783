import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import { chinaMinute } from '#core/china-time.ts';
import { afterQuietHours, nextReminder } from '#core/task/reminders.ts';
import { DAY_MS } from '#core/time.ts';
import { signer } from '#db/schema/index.ts';
import { silencedParties } from '#edge/invitation/invitations.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { advanceTask, PRODUCT } from './advance-task.ts';
import { unchanged } from './change-task.ts';
import { type TaskWithParties, unsafeReadTask } from './read-task.ts';

/** Signers processed in one run; the next minute takes the rest. */
const AT_ONCE = 200;

const HOUR_MS = 3_600_000;

/**
 * Job, every minute: reminds signers whose turn it is of their task, as its sender wished (`core/task/reminders.ts`). Returns
 * the number of signers processed.
 */
export async function remindSigners(context: Context): Promise<number> {
  const { db, now } = context;
  const rows = await db
    .select({ taskId: signer.taskId })
    .from(signer)
    .where(and(isNotNull(signer.remindAt), lte(signer.remindAt, now)))
    .orderBy(asc(signer.remindAt))
    .limit(AT_ONCE);
  for (const taskId of new Set(rows.map((row) => row.taskId)))
    await withRetry(() => remindOf(context, taskId));
  return rows.length;
}

async function remindOf(context: Context, taskId: string): Promise<void> {
  const { db, now } = context;
  const contract = await unsafeReadTask(context, taskId);
  const { task } = contract;
  const due = contract.signers.filter(({ remindAt }) => remindAt !== null && remindAt <= now);
  if (due.length === 0) return;
  const schedule = task.reminders;
  const silenced = await silencedParties(context, due);
  const later = new Map(due.map((one) => [one.id, postponed(contract, one, silenced.has(one.id), now)]));
  const reminded = due.filter(({ id }) => later.get(id) === undefined);
  const set = (id: string, columns: Pick<Partial<SignerRow>, 'remindAt' | 'remindedTimes'>) =>
    db.update(signer).set(columns).where(eq(signer.id, id));
  const moved = due.map(({ id, remindedTimes: times }) => {
    const at = later.get(id);
    return at === undefined
      ? set(id, { remindAt: schedule && nextReminder(schedule, times + 1, now), remindedTimes: times + 1 })
      : set(id, { remindAt: at });
  });
  if (reminded.length === 0) return commit(context, [unchanged(task)], moved);
  await advanceTask(context, contract, {
    event: 'remindSigners',
    by: PRODUCT,
    signerIds: reminded.map(({ id }) => id),
    remark: reminded.map((one) => one.entName || one.userName).join('、'),
    params: { until: chinaMinute(task.deadline) },
    statements: moved,
  });
}

/**
 * When to look again at a signer who is due and is not reminded now; null: not at all. Quiet hours have begun since the time
 * was set; a frozen task cannot be signed; whoever silenced the reminders may change their mind; and somebody who was urged,
 * or told of the deadline, within a day is not written to again so soon. Undefined: they are reminded now.
 */
function postponed(
  { task }: TaskWithParties,
  one: SignerRow,
  isSilenced: boolean,
  now: number,
): number | null | undefined {
  const schedule = task.reminders;
  if (schedule === null || one.state !== 'SIGNING' || task.deadline <= now) return null;
  if (task.state === 'FROZEN') return now + HOUR_MS;
  if (task.state !== 'IN_PROGRESS') return null;
  if (isSilenced) return afterQuietHours(schedule, now + schedule.everyDays * DAY_MS);
  const last = Math.max(one.urgedAt ?? 0, task.remindedAt ?? 0);
  const at = afterQuietHours(schedule, Math.max(now, last + DAY_MS));
  return at > now ? at : undefined;
}
