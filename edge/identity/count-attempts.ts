import { and, eq, lt, sql } from 'drizzle-orm';
import { rateCount } from '#db/schema/index.ts';
import type { Context } from '../context.ts';

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

/** Counts so far, without counting this time. */
export async function attemptsSoFar(context: Context, name: string, windowMs: number): Promise<number> {
  const windowStart = context.now - (context.now % windowMs);
  const [row] = await context.db
    .select({ count: rateCount.count })
    .from(rateCount)
    .where(and(eq(rateCount.name, name), eq(rateCount.windowStart, windowStart)));
  return row?.count ?? 0;
}
