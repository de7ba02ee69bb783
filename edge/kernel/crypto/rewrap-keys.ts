import { and, count, eq, notLike, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Context } from '#edge/kernel/context.ts';

const BATCH = 100;

/** A place that stores wrapped keys. */
export interface WrappedKeys {
  /** For people: "signing keys". */
  name: string;
  /** A batch of values not wrapped with the current key; `boundTo` is the context each was wrapped with. */
  stale(context: Context): Promise<{ id: string; wrapped: string; boundTo: string }[]>;
  count(context: Context): Promise<number>;
  /** Stores the new value unless the old one changed concurrently. */
  write(context: Context, row: { id: string; wrapped: string }, next: string): Promise<void>;
}

/** Wrapped keys in a column of a table. */
export function keysInColumn(store: {
  name: string;
  table: SQLiteTable;
  id: SQLiteColumn;
  wrapped: SQLiteColumn;
  boundTo(id: string): string;
  /** Excludes rows without a wrapped key. */
  where?: SQL | undefined;
  /** The update of the row that `unchanged` selects. */
  write(context: Context, unchanged: SQL | undefined, next: string): PromiseLike<unknown>;
}): WrappedKeys {
  const { name, table, id, wrapped } = store;
  const isStale = ({ keys }: Context) => and(store.where, notLike(wrapped, `${keys.wrapPrefix}%`));
  return {
    name,
    async stale(context) {
      const rows = await context.db.select({ id, wrapped }).from(table).where(isStale(context)).limit(BATCH);
      return rows.map((row) => {
        const own = String(row.id);
        return { id: own, wrapped: String(row.wrapped), boundTo: store.boundTo(own) };
      });
    },
    async count(context) {
      const [row] = await context.db.select({ n: count() }).from(table).where(isStale(context));
      return row?.n ?? 0;
    },
    async write(context, row, next) {
      await store.write(context, and(eq(id, row.id), eq(wrapped, row.wrapped)), next);
    },
  };
}

/**
 * Re-wraps a batch of each kind that is still wrapped with an older key-encryption key. No downtime: values can be
 * unwrapped with either key. Returns the number re-wrapped; throws if a value's key is not configured.
 */
export async function rewrapKeys(context: Context, stores: readonly WrappedKeys[]): Promise<number> {
  let done = 0;
  for (const store of stores) {
    for (const row of await store.stale(context)) {
      const plain = await context.keys.unwrap(row.wrapped, row.boundTo);
      await store.write(context, row, await context.keys.wrap(plain, row.boundTo));
      plain.fill(0);
      done++;
    }
  }
  return done;
}

/** Number of values per kind not yet wrapped with the current key; an old key may be removed when all are 0. */
export async function countStaleKeys(
  context: Context,
  stores: readonly WrappedKeys[],
): Promise<{ name: string; left: number }[]> {
  return Promise.all(stores.map(async (store) => ({ name: store.name, left: await store.count(context) })));
}
