import { DAY_MS } from '#core/time.ts';

/** Why a deadline cannot be moved to `wanted` (epoch ms); null if it can. */
export type DeadlineProblem = 'NOT_LATER' | 'TOO_FAR';

/**
 * A deadline can be moved only before it has passed, only to a later time, and no further from now than for a new task
 * (`days` is the limit in force).
 */
export function deadlineProblem(facts: {
  deadline: number;
  wanted: number;
  now: number;
  days: number;
}): DeadlineProblem | null {
  const { deadline, wanted, now, days } = facts;
  if (wanted <= deadline || wanted <= now) return 'NOT_LATER';
  return wanted > now + days * DAY_MS ? 'TOO_FAR' : null;
}

/**
 * When the parties are reminded of the deadline, `days` before it; null if reminders are switched off, or if the task
 * was sent so late that the first notice already falls after that time.
 */
export function remindAt(facts: { deadline: number; sentAt: number; days: number }): number | null {
  const { deadline, sentAt, days } = facts;
  const at = deadline - days * DAY_MS;
  return days === 0 || at <= sentAt ? null : at;
}
