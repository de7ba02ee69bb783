import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { rateCount } from '#db/schema/index.ts';
import type { Context } from './context.ts';

/** No window is longer: what was counted before it decides nothing, and a job removes it. */
export const LONGEST_WINDOW_MS = 86_400_000;

/** Increments the counter `name` and returns its value in the current fixed window of `windowMs`. */
export async function countAttempt(context: Context, name: string, windowMs: number): Promise<number> {
  const windowStart = context.now - (context.now % windowMs);
  const [row] = await context.db
    .insert(rateCount)
    .values({ name, windowStart, count: 1 })
    .onConflictDoUpdate({
      target: [rateCount.name, rateCount.windowStart],
      set: { count: sql`${rateCount.count} + 1` },
    })
    .returning({ count: rateCount.count });
  return row?.count ?? 1;
}

/** Resets the counter of the current window, after a success. */
export async function clearAttempts(context: Context, name: string, windowMs: number): Promise<void> {
  const windowStart = context.now - (context.now % windowMs);
  await context.db
    .delete(rateCount)
    .where(and(eq(rateCount.name, name), eq(rateCount.windowStart, windowStart)));
}

/** Number of buckets of a sliding window. */
const PARTS = 5;
const sumOfCounts = sql<number>`coalesce(sum(${rateCount.count}), 0)`;
const inWindow = ({ now }: Context, names: readonly string[], windowMs: number) =>
  and(inArray(rateCount.name, names), gt(rateCount.windowStart, now - windowMs));

/** Increments a sliding-window counter, which does not reset at fixed boundaries. */
export async function countSliding(context: Context, name: string, windowMs: number): Promise<void> {
  await countAttempt(context, name, windowMs / PARTS);
}

/**
 * Increments the counter `name` if the sum of `names` is below `most`. One atomic statement, so that of concurrent calls
 * exactly as many succeed as the limit allows. Resolves with whether it was incremented.
 */
export async function countSlidingBelow(
  context: Context,
  name: string,
  names: readonly string[],
  windowMs: number,
  most: number,
): Promise<boolean> {
  const partMs = windowMs / PARTS;
  const windowStart = context.now - (context.now % partMs);
  const soFar = context.db
    .select({ count: sumOfCounts })
    .from(rateCount)
    .where(inWindow(context, names, windowMs));
  const counted = await context.db
    .insert(rateCount)
    .select(sql`select ${name}, ${windowStart}, 1 where (${soFar}) < ${most}`)
    .onConflictDoUpdate({
      target: [rateCount.name, rateCount.windowStart],
      set: { count: sql`${rateCount.count} + 1` },
    })
    .returning({ count: rateCount.count });
  return counted.length > 0;
}

/** Undoes an increment by `countSliding` or `countSlidingBelow` in the same request. */
export async function uncountSliding(context: Context, name: string, windowMs: number): Promise<void> {
  const windowStart = context.now - (context.now % (windowMs / PARTS));
  await context.db
    .update(rateCount)
    .set({ count: sql`${rateCount.count} - 1` })
    .where(and(eq(rateCount.name, name), eq(rateCount.windowStart, windowStart), gt(rateCount.count, 0)));
}

/**
 * Sum of the counters `names` over the last `windowMs`, accurate to a fifth of it. One query, so that an increment moved
 * from one counter to another is not missed.
 */
export async function slidingSoFar(
  context: Context,
  names: string | readonly string[],
  windowMs: number,
): Promise<number> {
  const [row] = await context.db
    .select({ count: sumOfCounts })
    .from(rateCount)
    .where(inWindow(context, [names].flat(), windowMs));
  return row?.count ?? 0;
}

/** Removes the counter `name`. */
export async function clearSliding(context: Context, name: string): Promise<void> {
  await context.db.delete(rateCount).where(eq(rateCount.name, name));
}
