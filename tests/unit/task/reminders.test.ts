import { expect, it } from 'vitest';
import {
  afterQuietHours,
  firstReminder,
  nextReminder,
  reminderSchedule,
  USUAL_REMINDERS,
} from '#core/task/reminders.ts';

const at = (time: string) => Date.parse(`2026-12-${time}+08:00`);

it('a time in quiet hours becomes their end, also over midnight; none are none', () => {
  const night = { quietFrom: 21, quietTo: 9 };
  expect(afterQuietHours(night, at('01T20:59:59'))).toBe(at('01T20:59:59'));
  expect(afterQuietHours(night, at('01T21:00:00'))).toBe(at('02T09:00:00'));
  expect(afterQuietHours(night, at('02T00:00:00'))).toBe(at('02T09:00:00'));
  expect(afterQuietHours(night, at('02T08:59:59'))).toBe(at('02T09:00:00'));
  expect(afterQuietHours(night, at('02T09:00:00'))).toBe(at('02T09:00:00'));
  const noon = { quietFrom: 12, quietTo: 14 };
  expect(afterQuietHours(noon, at('02T11:59:00'))).toBe(at('02T11:59:00'));
  expect(afterQuietHours(noon, at('02T12:30:00'))).toBe(at('02T14:00:00'));
  expect(afterQuietHours({ quietFrom: 7, quietTo: 7 }, at('02T07:30:00'))).toBe(at('02T07:30:00'));
  // The hours are the recipient's: 23:30 in China is 15:30 in London.
  expect(afterQuietHours(night, at('02T23:30:00'), 0)).toBe(at('02T23:30:00'));
});

it('the first comes after its days, the next after theirs, and none after the last', () => {
  const schedule = { ...USUAL_REMINDERS, afterDays: 2, everyDays: 5, times: 2 };
  expect(firstReminder(schedule, at('01T10:00:00'))).toBe(at('03T10:00:00'));
  expect(firstReminder(schedule, at('01T23:00:00'))).toBe(at('04T09:00:00'));
  expect(nextReminder(schedule, 1, at('03T10:00:00'))).toBe(at('08T10:00:00'));
  expect(nextReminder(schedule, 2, at('08T10:00:00'))).toBeNull();
  expect(firstReminder(null, at('01T10:00:00'))).toBeNull();
  expect(firstReminder({ ...schedule, times: 0 }, at('01T10:00:00'))).toBeNull();
});

it('a schedule has whole days, hours of a day, and quiet nights if it names none', () => {
  const good = { afterDays: 1, everyDays: 30, times: 10 };
  expect(reminderSchedule.parse(good)).toEqual({ ...good, quietFrom: 21, quietTo: 9 });
  for (const bad of [
    { afterDays: 0 },
    { everyDays: 31 },
    { times: 11 },
    { times: -1 },
    { quietFrom: 24 },
    { quietTo: 8.5 },
    { afterDays: '3' },
  ])
    expect(reminderSchedule.safeParse({ ...good, ...bad }).success, JSON.stringify(bad)).toBe(false);
});
