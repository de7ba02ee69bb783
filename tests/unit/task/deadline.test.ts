import { expect, it } from 'vitest';
import { deadlineProblem, remindAt } from '#core/task/deadline.ts';

const DAY = 86_400_000;
const now = 1_800_000_000_000;

it('a deadline moves to a later time only, and no further from now than the limit', () => {
  const facts = { deadline: now + 5 * DAY, now, days: 30 };
  expect(deadlineProblem({ ...facts, wanted: now + 5 * DAY })).toBe('NOT_LATER');
  expect(deadlineProblem({ ...facts, wanted: now + 4 * DAY })).toBe('NOT_LATER');
  expect(deadlineProblem({ ...facts, wanted: now + 30 * DAY })).toBeNull();
  expect(deadlineProblem({ ...facts, wanted: now + 30 * DAY + 1 })).toBe('TOO_FAR');
  expect(deadlineProblem({ ...facts, deadline: now - DAY, wanted: now })).toBe('NOT_LATER');
});

it('a reminder comes so many days ahead, unless the task is sent later or none is wanted', () => {
  const facts = { deadline: now + 10 * DAY, sentAt: now, days: 3 };
  expect(remindAt(facts)).toBe(now + 7 * DAY);
  expect(remindAt({ ...facts, days: 0 })).toBeNull();
  expect(remindAt({ ...facts, days: 10 })).toBeNull();
});
