import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Advance, Occurrence } from '#core/task/lifecycle.ts';
import { firstReminder } from '#core/task/reminders.ts';
import { signer } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { isAutomatic } from './automatic.ts';
import type { TaskWithParties } from './read-task.ts';

/**
 * When signers are reminded after an event: who is called now, by the task's schedule; nobody whose turn is over, and nobody
 * of a task that has ended, so that the job finds those alone who wait. Who signs automatically has no need of it until that
 * has failed.
 */
export function reminderStatements(
  { db, now }: Context,
  { task: row, signers }: Pick<TaskWithParties, 'task' | 'signers'>,
  { event, signerIds = [] }: Pick<Occurrence, 'event' | 'signerIds'>,
  after: Advance,
): Statement[] {
  const set = (ids: readonly string[], remindAt: number | null) =>
    ids.length === 0
      ? []
      : [
          db
            .update(signer)
            .set({ remindAt, remindedTimes: 0 })
            .where(inArray(signer.id, [...ids])),
        ];
  if (row.reminders === null) return [];
  if (after.endReason !== null)
    return [
      db
        .update(signer)
        .set({ remindAt: null })
        .where(and(eq(signer.taskId, row.id), isNotNull(signer.remindAt))),
    ];
  const automatic = new Set(signers.filter((one) => isAutomatic(row, one)).map(({ id }) => id));
  const called = after.called.filter((id) => !automatic.has(id));
  return [
    ...set(
      after.signers.filter(({ state }) => state !== 'SIGNING').map(({ id }) => id),
      null,
    ),
    ...set([...called, ...(event === 'failAutomatic' ? signerIds : [])], firstReminder(row.reminders, now)),
  ];
}
