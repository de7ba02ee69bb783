import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { DAY_MS } from '#core/time.ts';
import { rateCount } from '#db/schema/index.ts';
import type { Context } from './context.ts';

/** No window is longer: what was counted before it decides nothing, and a job removes it. */
export const LONGEST_WINDOW_MS = DAY_MS;

/** Increments the counter `name` and returns its value in the current fixed window of `windowMs`. */
export async function countAttempt(context: Context, name: string, windowMs: number): Promise<number> {
  const [row] = await attempt(context, name, windowMs);
  return row?.count ?? 1;
}

/** The statement of `countAttempt`. */
export const attempt = (context: Context, name: string, windowMs: number) =>
  context.db
    .insert(rateCount)
    .values({ name, windowStart: context.now - (context.now % windowMs), count: 1 })
    .onConflictDoUpdate({
      target: [rateCount.name, rateCount.windowStart],
      set: { count: sql`${rateCount.count} + 1` },
    })
    .returning({ count: rateCount.count });

/** The counter `name` in the current fixed window of `windowMs`. */
export async function attemptsSoFar(context: Context, name: string, windowMs: number): Promise<number> {
  const windowStart = context.now - (context.now % windowMs);
  const [row] = await context.db
    .select({ count: rateCount.count })
    .from(rateCount)
    .where(and(eq(rateCount.name, name), eq(rateCount.windowStart, windowStart)));
  return row?.count ?? 0;
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

/** A sliding-window counter. */
export type Sliding = { name: string; windowMs: number };

/** The statement that increments a sliding-window counter, which does not reset at fixed boundaries. */
export const countSliding = (context: Context, name: string, windowMs: number) =>
  attempt(context, name, windowMs / PARTS);

/**
 * Increments a counter if its sum is below `most`. One atomic statement, so that of concurrent calls exactly as many
 * succeed as the limit allows. Resolves with whether it was incremented.
 */
export async function countSlidingBelow(
  context: Context,
  { name, windowMs }: Sliding,
  most: number,
): Promise<boolean> {
  const partMs = windowMs / PARTS;
  const windowStart = context.now - (context.now % partMs);
  const soFar = context.db
    .select({ count: sumOfCounts })
    .from(rateCount)
    .where(inWindow(context, [name], windowMs));
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

/** The statement that undoes an increment by `countSliding` or `countSlidingBelow` in the same request. */
export const uncountSliding = (context: Context, { name, windowMs }: Sliding) =>
  context.db
    .update(rateCount)
    .set({ count: sql`${rateCount.count} - 1` })
    .where(
      and(
        eq(rateCount.name, name),
        eq(rateCount.windowStart, context.now - (context.now % (windowMs / PARTS))),
        gt(rateCount.count, 0),
      ),
    );

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

/** The statement that removes the counter `name`. */
export const clearSliding = (context: Context, name: string) =>
  context.db.delete(rateCount).where(eq(rateCount.name, name));
