/** ms */
const DAY = 86_400_000;

/** Why a deadline cannot be moved to `wanted` (epoch ms); null where it can. */
export type DeadlineProblem = 'NOT_LATER' | 'TOO_FAR';

/**
 * A deadline moves only while it is ahead, only to a later time, and no further from now than a new task's may be
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
  return wanted > now + days * DAY ? 'TOO_FAR' : null;
}

/**
 * When the parties are reminded that a deadline comes, `days` before it; null where they are not: reminding is switched
 * off, or the task was sent so late that they heard of it only then.
 */
export function remindAt(facts: { deadline: number; sentAt: number; days: number }): number | null {
  const { deadline, sentAt, days } = facts;
  const at = deadline - days * DAY;
  return days === 0 || at <= sentAt ? null : at;
}
