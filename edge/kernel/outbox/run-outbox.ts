import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { outbox } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { describeError } from '#edge/kernel/describe-error.ts';
import type { Env } from '#edge/kernel/env.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { traced } from '#edge/kernel/trace.ts';

/**
 * How long an effect that was claimed belongs to its runner: what one that was killed had in hand is due again after it.
 * LEASE_MS sets another.
 */
const LEASE_MS = 60_000;
/** No effect begins later than in this part of the lease, so that its handler ends within it. */
const BEGIN_WITHIN = 5 / 12;
/** A run claims more until none is due or this time is over: the work after a response is cut off after 30 s. */
const RUN_MS = 20_000;
const CLAIMED_AT_ONCE = 20;
/** Keys whose effects run concurrently. More would only compete for the memory of the isolate. */
const KEYS_AT_ONCE = 3;

type Row = typeof outbox.$inferSelect;

/**
 * Runs due effects until none is left, oldest first. Effects with the same key run one after the other in the order in
 * which they were enqueued; those of different keys run concurrently. A failed effect is retried with exponential
 * back-off: 5 s, 10 s, 20 s … up to an hour, and does not hold up later ones of its key meanwhile. Returns how many succeeded.
 */
export async function runOutbox(context: Context): Promise<number> {
  const until = Date.now() + RUN_MS;
  let done = 0;
  do {
    const claimedAt = atPresent(context);
    const keys = Map.groupBy(await claim(claimedAt), ({ key }) => key);
    if (keys.size === 0) break;
    const waiting = [...keys.values()];
    const finished = deleteFinished(context);
    const runner = async () => {
      for (let rows = waiting.shift(); rows; rows = waiting.shift()) {
        const succeeded = await runInOrder(claimedAt, rows);
        finished.add(succeeded);
        done += succeeded.length;
      }
    };
    await Promise.all(Array.from({ length: KEYS_AT_ONCE }, runner));
    await finished.settled();
  } while (Date.now() < until);
  return done;
}

const leaseMs = ({ LEASE_MS: setting }: Pick<Env, 'LEASE_MS'>): number => Number(setting) || LEASE_MS;

/**
 * Claims due effects by advancing their due time: one atomic statement, so that two runners never take the same one.
 * Skips keys of which another runner has an effect in hand.
 */
async function claim({ db, now, env }: Context): Promise<Row[]> {
  const due = sql`select id from outbox as o where o.due_at <= ${now}
    and not exists (select 1 from outbox as p where p.key = o.key and p.due_at > ${now} and p.attempts > 0 and p.last_error = '')
    order by o.due_at, o.rowid limit ${CLAIMED_AT_ONCE}`;
  const rows = await db
    .update(outbox)
    .set({ dueAt: now + leaseMs(env), attempts: sql`${outbox.attempts} + 1`, lastError: '' })
    .where(sql`${outbox.id} in (${due})`)
    .returning({ ...getTableColumns(outbox), order: sql<number>`rowid` });
  return rows.sort((a, b) => a.order - b.order);
}

/**
 * Deletes effects that succeeded while others still run: those that succeed during one deletion are deleted together by
 * the next, because many short effects would otherwise cost a transaction each. `settled` throws if a deletion failed.
 */
function deleteFinished({ db }: Context): {
  add: (ids: readonly string[]) => void;
  settled: () => Promise<void>;
} {
  const ids: string[] = [];
  let deleting: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;
  const run = async () => {
    while (ids.length > 0 && !failure)
      await db
        .delete(outbox)
        .where(inArray(outbox.id, ids.splice(0)))
        .catch((error: unknown) => {
          failure = { error };
        });
    deleting = undefined;
  };
  return {
    add: (more) => {
      if (more.length === 0) return;
      ids.push(...more);
      deleting ??= run();
    },
    settled: async () => {
      await deleting;
      if (failure) throw failure.error;
    },
  };
}

/** Runs the claimed effects of one key; a failure leaves the rest to a later claim. Returns those that succeeded. */
async function runInOrder(context: Context, rows: readonly Row[]): Promise<string[]> {
  const { db, now, env } = context;
  const done: string[] = [];
  for (const [i, row] of rows.entries()) {
    if (Date.now() > now + leaseMs(env) * BEGIN_WITHIN) {
      await release(context, rows.slice(i));
      break;
    }
    try {
      const handler = context.effects.get(row.topic);
      if (!handler) throw new Error(`no handler for effect ${row.topic}`);
      await traced(`effect ${row.topic}`, { attributes: { 'signet.attempt': row.attempts } }, () =>
        handler.carryOut(atPresent(context), row.payload, row.id, row.createdAt),
      );
      done.push(row.id);
    } catch (error) {
      const wait = Math.min(5_000 * 2 ** (row.attempts - 1), 3_600_000);
      await db
        .update(outbox)
        .set({ dueAt: Date.now() + wait, lastError: describeError(error).slice(0, 200) })
        .where(eq(outbox.id, row.id));
      await release(context, rows.slice(i + 1));
      break;
    }
  }
  return done;
}

/** Makes claimed effects that were not begun due again. */
async function release({ db, now }: Context, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .update(outbox)
    .set({ dueAt: now, attempts: sql`${outbox.attempts} - 1` })
    .where(
      inArray(
        outbox.id,
        rows.map(({ id }) => id),
      ),
    );
}
