import { DAY_MS } from './time.ts';

/** UTC+8, without daylight saving time. */
export const CHINA_OFFSET_MS = 8 * 3_600_000;

/** The day in China of a time in epoch ms, as YYYY-MM-DD. */
export const chinaDay = (at: number): string => new Date(at + CHINA_OFFSET_MS).toISOString().slice(0, 10);

/** The same as numbers, as a date seal shows it; months from 1. */
export function chinaDate(at: number): { year: number; month: number; day: number } {
  const local = new Date(at + CHINA_OFFSET_MS);
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

/** The start of the day in China that a time belongs to; both epoch ms. */
export const startOfChinaDay = (at: number): number =>
  Math.floor((at + CHINA_OFFSET_MS) / DAY_MS) * DAY_MS - CHINA_OFFSET_MS;

/** Start of a day in China (YYYY-MM-DD) and of the next one, epoch ms. */
export function chinaDayBounds(day: string): [number, number] {
  const begin = Date.parse(`${day}T00:00:00+08:00`);
  return [begin, begin + DAY_MS];
}

/** A time in epoch ms in China's local time: `2026-11-20 14:05:09`. */
export const chinaTime = (at: number): string =>
  new Date(at + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** A time in epoch ms in China's local time without seconds, as messages say it: `2026-11-20 14:05`. */
export const chinaMinute = (at: number): string => chinaTime(at).slice(0, 16);

/** A time in epoch ms with its offset (RFC 3339): `2026-11-20T14:05:09+08:00`. */
export const chinaInstant = (at: number): string => `${chinaTime(at).replace(' ', 'T')}+08:00`;

/** Parses the format of `chinaTime` to epoch ms; NaN for anything else. */
export const readChinaTime = (text: string): number =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}+08:00`) : Number.NaN;
