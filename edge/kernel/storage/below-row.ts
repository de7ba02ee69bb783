import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { AppError } from '#core/errors.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import type { Database } from './database.ts';

interface Order {
  table: SQLiteTable;
  /** What the list is ordered by, and then its key: both with the greatest first. */
  by: SQLiteColumn;
  key: SQLiteColumn;
  /** Rows that the list may show. */
  own: SQL | undefined;
}

type Input = { current: number; size: number; after?: string | undefined; ascs?: string[]; descs?: string[] };

/**
 * A page of a list that may go on below a row (`after`), where rows that arrive meanwhile move nothing: the condition of
 * the rows, and the page to read of them. Throws NOT_FOUND if the row is not in the list, INPUT_INVALID together with an
 * order of one's own.
 */
export async function belowRow<I extends Input>(
  db: Database,
  input: I,
  { table, by, key, own }: Order,
): Promise<{ below: SQL | undefined; paging: I }> {
  if (input.after === undefined) return { below: undefined, paging: input };
  const [found] = await db
    .select({ at: sql<string | number>`${by}` })
    .from(table)
    .where(and(own, eq(key, input.after)))
    .limit(1);
  if (!found) throw new AppError('NOT_FOUND');
  refuseOrder(input);
  return { below: sql`(${by}, ${key}) < (${found.at}, ${input.after})`, paging: { ...input, current: 1 } };
}

/** Throws INPUT_INVALID for an order of one's own: what is below a row follows from the list's. */
export function refuseOrder({ ascs = [], descs = [] }: Pick<Input, 'ascs' | 'descs'>): void {
  if (ascs.length + descs.length > 0) throw new InputRefused([{ path: 'after', problem: 'notWithOrder' }]);
}
