const DAY_MS = 86_400_000;
const OFFSET_MS = 8 * 3_600_000;

/** The day in China (UTC+8, no summer time) of a time in epoch ms, as YYYY-MM-DD. */
export const chinaDay = (at: number): string => new Date(at + OFFSET_MS).toISOString().slice(0, 10);

/** Epoch ms at which a day in China (YYYY-MM-DD) begins and at which the next one does. */
export function chinaDayBounds(day: string): [number, number] {
  const begin = Date.parse(`${day}T00:00:00+08:00`);
  return [begin, begin + DAY_MS];
}
