import { describe, expect, it } from 'vitest';
import { renewedTerm } from '#core/employee/renew.ts';

describe('the term that follows', () => {
  it.each([
    ['three whole years', '2024-03-01', '2027-02-28', '2027-03-01', '2030-02-28'],
    ['a term that ends on a leap day', '2021-03-01', '2024-02-29', '2024-03-01', '2027-02-28'],
    ['half a year over the turn of the year', '2026-07-01', '2026-12-31', '2027-01-01', '2027-06-30'],
  ])('is as long as %s', (_, start, end, nextStart, nextEnd) => {
    expect(renewedTerm({ start, end })).toEqual({ start: nextStart, end: nextEnd });
  });

  it.each([
    ['is of no whole months', '2024-03-01', '2027-03-05', '2027-03-06'],
    ['has no beginning', '', '2027-03-05', '2027-03-06'],
    ['would end on a day that there is not', '2024-12-31', '2025-03-30', '2025-03-31'],
  ])('leaves its end open where the former one %s', (_, start, end, nextStart) => {
    expect(renewedTerm({ start, end })).toEqual({ start: nextStart, end: '' });
  });

  it('does not follow one without an end', () => {
    expect(renewedTerm({ start: '2024-03-01', end: '' })).toBeUndefined();
  });
});
