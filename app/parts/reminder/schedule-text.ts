import type { TFunction } from 'i18next';
import type { ReminderSchedule } from '#core/task/reminders.ts';

/** An hour of the day as it is shown: `09:00`. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** A schedule in a sentence; null: no reminders. */
export function scheduleText(t: TFunction<['reminder']>, schedule: ReminderSchedule | null): string {
  if (schedule === null || schedule.times === 0) return t('reminder:none');
  const { afterDays: after, everyDays: every, times, quietFrom, quietTo } = schedule;
  return [
    t('reminder:text', { after, every, times }),
    quietFrom !== quietTo && t('reminder:quiet', { from: hourText(quietFrom), to: hourText(quietTo) }),
  ]
    .filter(Boolean)
    .join(t('reminder:separator'));
}
