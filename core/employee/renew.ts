import { dayAfter } from './warnings.ts';

/** The term of a contract, as days such as `2026-11-23`; an empty `end` leaves it open. */
export interface Term {
  start: string;
  end: string;
}

const monthsOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/**
 * The term that follows one that ends: it begins on the day after, and is as long where the former one was of whole
 * months; else its end is left to whoever writes the contract. Undefined for a term without an end.
 */
export function renewedTerm({ start, end }: Term): Term | undefined {
  if (end === '') return undefined;
  const next = dayAfter(end, 1);
  const months = start === '' ? 0 : monthsOf(next) - monthsOf(start);
  if (months <= 0 || start.slice(8) !== next.slice(8)) return { start: next, end: '' };
  const last = monthsOf(next) + months;
  const after = `${Math.floor(last / 12)}-${String((last % 12) + 1).padStart(2, '0')}-${next.slice(8)}`;
  // no such day, as the 31st of a short month
  const at = Date.parse(`${after}T00:00:00Z`);
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(after);
  return { start: next, end: isDay ? dayAfter(after, -1) : '' };
}
