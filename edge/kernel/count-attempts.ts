import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { rateCount } from '#db/schema/index.ts';
import type { Context } from './context.ts';

/** How often `name` was counted in the running window of `windowMs`, this time included. */
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
  if (Math.random() < 0.01)
    context.defer(context.db.delete(rateCount).where(lt(rateCount.windowStart, context.now - 86_400_000)));
  return row?.count ?? 1;
}

/** Forgets the attempts of the running window, after a success. */
export async function clearAttempts(context: Context, name: string, windowMs: number): Promise<void> {
  const windowStart = context.now - (context.now % windowMs);
  await context.db
    .delete(rateCount)
    .where(and(eq(rateCount.name, name), eq(rateCount.windowStart, windowStart)));
}

/** Parts that a sliding window is counted in. */
const PARTS = 5;
const sumOfCounts = sql<number>`coalesce(sum(${rateCount.count}), 0)`;
const inWindow = ({ now }: Context, names: readonly string[], windowMs: number) =>
  and(inArray(rateCount.name, names), gt(rateCount.windowStart, now - windowMs));

/** Counts one more in a window that slides: nothing is forgotten at the stroke of the quarter hour. */
export async function countSliding(context: Context, name: string, windowMs: number): Promise<void> {
  await countAttempt(context, name, windowMs / PARTS);
}

/**
 * Counts one more under `name` while `names` together stay below `most`: in one statement, so that of many at once as many
 * are counted as there is room for, and no fewer. Resolves with whether it was counted.
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

/** Takes one back that `countSliding` or `countSlidingBelow` counted in this request. */
export async function uncountSliding(context: Context, name: string, windowMs: number): Promise<void> {
  const windowStart = context.now - (context.now % (windowMs / PARTS));
  await context.db
    .update(rateCount)
    .set({ count: sql`${rateCount.count} - 1` })
    .where(and(eq(rateCount.name, name), eq(rateCount.windowStart, windowStart), gt(rateCount.count, 0)));
}

/**
 * How often `names` were counted in the last `windowMs`, to a fifth of it; several are added up in one
 * reading, so that what goes from one to another meanwhile is not missed.
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

/** Forgets all that was counted for `name`. */
export async function clearSliding(context: Context, name: string): Promise<void> {
  await context.db.delete(rateCount).where(eq(rateCount.name, name));
}
