import { and, asc, eq, lte } from 'drizzle-orm';
import { outbox } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { describeError } from '#edge/kernel/describe-error.ts';

const LEASE_MS = 60_000;
const BATCH = 50;

/**
 * Runs due effects, oldest first. Failed ones are retried with exponential back-off: 5 s, 10 s, 20 s … up to an hour.
 * Claims an effect by advancing its due time, so that two runners never take the same one. Returns how many succeeded.
 */
export async function runOutbox(context: Context): Promise<number> {
  const rows = await context.db
    .select()
    .from(outbox)
    .where(lte(outbox.dueAt, context.now))
    .orderBy(asc(outbox.dueAt), asc(outbox.id))
    .limit(BATCH);
  let done = 0;
  const stuck = new Set<string>();
  for (const row of rows) {
    if (stuck.has(row.key)) continue;
    const claimed = await context.db
      .update(outbox)
      .set({ dueAt: context.now + LEASE_MS, attempts: row.attempts + 1 })
      .where(and(eq(outbox.id, row.id), eq(outbox.dueAt, row.dueAt)))
      .returning({ id: outbox.id });
    if (claimed.length === 0) continue;
    try {
      const handler = context.effects.get(row.topic);
      if (!handler) throw new Error(`nobody handles ${row.topic}`);
      await handler.carryOut(context, row.payload, row.id);
      await context.db.delete(outbox).where(eq(outbox.id, row.id));
      done++;
    } catch (error) {
      stuck.add(row.key);
      const wait = Math.min(5_000 * 2 ** row.attempts, 3_600_000);
      await context.db
        .update(outbox)
        .set({ dueAt: context.now + wait, lastError: describeError(error).slice(0, 200) })
        .where(eq(outbox.id, row.id));
    }
  }
  return done;
}
