import { z } from 'zod';
import { CHINA_OFFSET_MS } from '#core/china-time.ts';
import { DAY_MS } from '#core/time.ts';

const HOUR_MS = 3_600_000;

/** Bounds of a schedule: days from the call to the first reminder and between two of them, and how many at most. */
export const REMINDER_BOUNDS = { days: 30, times: 10 } as const;

const hour = z.number().int().min(0).max(23);
const days = z.number().int().min(1).max(REMINDER_BOUNDS.days);

/**
 * When a signer who has been called and has not signed is reminded by itself: first after some days, then every so many
 * days, a number of times at most; none with 0. Quiet are the hours from `quietFrom` until `quietTo`, also over midnight;
 * none if both are the same.
 */
export const reminderSchedule = z.object({
  afterDays: days,
  everyDays: days,
  times: z.number().int().min(0).max(REMINDER_BOUNDS.times),
  quietFrom: hour.default(21),
  quietTo: hour.default(9),
});
export type ReminderSchedule = z.output<typeof reminderSchedule>;

/** What the form begins with. */
export const USUAL_REMINDERS: ReminderSchedule = {
  afterDays: 3,
  everyDays: 3,
  times: 3,
  quietFrom: 21,
  quietTo: 9,
};

/** Chosen for a contract whose sender wants none, although the enterprise has a schedule. */
export const NO_REMINDERS: ReminderSchedule = { ...USUAL_REMINDERS, times: 0 };

/**
 * The time itself, or the end of the quiet hours that it falls into; epoch ms. `offsetMs` is the recipient's distance from
 * UTC: China's, as nothing better is known of anybody.
 *
 * ```ts
 * afterQuietHours({ quietFrom: 21, quietTo: 9 }, Date.parse('2026-11-29T23:00:00+08:00')); // 09:00 of the next day
 * ```
 */
export function afterQuietHours(
  { quietFrom, quietTo }: Pick<ReminderSchedule, 'quietFrom' | 'quietTo'>,
  at: number,
  offsetMs: number = CHINA_OFFSET_MS,
): number {
  const midnight = Math.floor((at + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
  const now = (at - midnight) / HOUR_MS;
  const isOverMidnight = quietFrom > quietTo;
  const isQuiet = isOverMidnight ? now >= quietFrom || now < quietTo : now >= quietFrom && now < quietTo;
  if (!isQuiet) return at;
  const isBeforeMidnight = isOverMidnight && now >= quietFrom;
  return midnight + quietTo * HOUR_MS + (isBeforeMidnight ? DAY_MS : 0);
}

/** When a signer who is called at `calledAt` is first reminded; null: never. Epoch ms. */
export const firstReminder = (schedule: ReminderSchedule | null, calledAt: number): number | null =>
  schedule === null || schedule.times === 0
    ? null
    : afterQuietHours(schedule, calledAt + schedule.afterDays * DAY_MS);

/** When a signer is reminded again who was reminded `times` times, the last time at `lastAt`; null: no more. Epoch ms. */
export const nextReminder = (schedule: ReminderSchedule, times: number, lastAt: number): number | null =>
  times >= schedule.times ? null : afterQuietHours(schedule, lastAt + schedule.everyDays * DAY_MS);
