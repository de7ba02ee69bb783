import { chinaDay } from '#core/china-time.ts';

/** A number for people: a prefix, the date in China and ten random digits. */
export function readableNumber(prefix: string, now: number): string {
  const day = chinaDay(now).replaceAll('-', '');
  const [a, b] = crypto.getRandomValues(new Uint32Array(2));
  return `${prefix}${day}${String(a! % 100_000).padStart(5, '0')}${String(b! % 100_000).padStart(5, '0')}`;
}
