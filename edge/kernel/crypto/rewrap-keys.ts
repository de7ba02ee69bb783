import { and, count, eq, notLike, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Context } from '#edge/kernel/context.ts';

const BATCH = 100;

/** Somewhere that wrapped keys are kept. */
export interface WrappedKeys {
  /** For people: "signing keys". */
  name: string;
  /** Those that are not under the key in force, a batch of them; `boundTo` is what each was wrapped for. */
  stale(context: Context): Promise<{ id: string; wrapped: string; boundTo: string }[]>;
  count(context: Context): Promise<number>;
  /** Writes the new text unless somebody changed the old one meanwhile. */
  write(context: Context, row: { id: string; wrapped: string }, next: string): Promise<void>;
}

/** Wrapped keys in a column of a table. */
export function keysInColumn(store: {
  name: string;
  table: SQLiteTable;
  id: SQLiteColumn;
  wrapped: SQLiteColumn;
  boundTo(id: string): string;
  /** Leaves out rows whose column holds no wrapped key. */
  where?: SQL | undefined;
  /** The update of the one row that `unchanged` finds. */
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
 * Wraps again, under the key-encryption key in force, what still lies under another: a batch of each kind. Nothing
 * stands still meanwhile: a key is found under the one or the other. Returns how many were done; throws where one lies
 * under a key that is not configured.
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

/** How many of each kind do not lie under the key in force yet: a key may be dropped when all are 0. */
export async function countStaleKeys(
  context: Context,
  stores: readonly WrappedKeys[],
): Promise<{ name: string; left: number }[]> {
  return Promise.all(stores.map(async (store) => ({ name: store.name, left: await store.count(context) })));
}
