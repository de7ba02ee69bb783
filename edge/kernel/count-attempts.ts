import { and, eq, gt, lt, sql } from 'drizzle-orm';
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

/** Counts one more in a window that slides: nothing is forgotten at the stroke of the quarter hour. */
export async function countSliding(context: Context, name: string, windowMs: number): Promise<void> {
  await countAttempt(context, name, windowMs / PARTS);
}

/** Takes one back that `countSliding` counted just now. */
export async function uncountSliding(context: Context, name: string, windowMs: number): Promise<void> {
  const windowStart = context.now - (context.now % (windowMs / PARTS));
  await context.db
    .update(rateCount)
    .set({ count: sql`${rateCount.count} - 1` })
    .where(and(eq(rateCount.name, name), eq(rateCount.windowStart, windowStart), gt(rateCount.count, 0)));
}

/** How often `name` was counted by `countSliding` in the last `windowMs`, to a fifth of it. */
export async function slidingSoFar(context: Context, name: string, windowMs: number): Promise<number> {
  const [row] = await context.db
    .select({ count: sql<number>`coalesce(sum(${rateCount.count}), 0)` })
    .from(rateCount)
    .where(and(eq(rateCount.name, name), gt(rateCount.windowStart, context.now - windowMs)));
  return row?.count ?? 0;
}

/** Forgets all that was counted for `name`. */
export async function clearSliding(context: Context, name: string): Promise<void> {
  await context.db.delete(rateCount).where(eq(rateCount.name, name));
}
