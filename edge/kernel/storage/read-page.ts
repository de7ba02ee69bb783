import type { BatchItem } from 'drizzle-orm/batch';
import type { Database } from './database.ts';

type Paging = { current: number; size: number };

/** A select that can be cut to a page, as drizzle builds it. */
type Listed<R> = { limit(rows: number): { offset(rows: number): BatchItem<'sqlite'> & PromiseLike<R[]> } };
type Counted = BatchItem<'sqlite'> & PromiseLike<{ n: number }[]>;

/**
 * One page of rows and how many there are in all, in one round trip. `page` is what every paged answer carries beside its
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
  listed: Listed<R>,
  counted: Counted,
): Promise<{ rows: R[]; page: Paging & { total: number } }> {
  const [rows, [total]] = (await db.batch([
    listed.limit(size).offset((current - 1) * size),
    counted,
  ])) as unknown as [R[], { n: number }[]];
  return { rows, page: { total: Number(total?.n ?? 0), current, size } };
}
