import type { BatchItem } from 'drizzle-orm/batch';
import type { Database } from './database.ts';

type Paging = { current: number; size: number };

/** A drizzle select that supports limit and offset. */
type RowsQuery<R> = { limit(rows: number): { offset(rows: number): BatchItem<'sqlite'> & PromiseLike<R[]> } };
type CountQuery = BatchItem<'sqlite'> & PromiseLike<{ n: number }[]>;

/**
 * Reads one page of rows and the total in one round trip. `page` holds the fields of every paged response besides its
 * records ([3.25b]).
 *
 * ```ts
 * const { rows, page } = await readPage(db, input,
 *   db.select().from(draft).where(own).orderBy(desc(draft.savedAt)),
 *   db.select({ n: count() }).from(draft).where(own));
 * return { records: rows.map(toRecord), ...page };
 * ```
 */
export async function readPage<R>(
  db: Database,
  { current, size }: Paging,
  listed: RowsQuery<R>,
  counted: CountQuery,
): Promise<{ rows: R[]; page: Paging & { total: number } }> {
  const [rows, [total]] = (await db.batch([
    listed.limit(size).offset((current - 1) * size),
    counted,
  ])) as unknown as [R[], { n: number }[]];
  return { rows, page: { total: Number(total?.n ?? 0), current, size } };
}
