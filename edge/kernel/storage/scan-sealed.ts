import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Rows read at once: some 500 kB of sealed names. */
const AT_ONCE = 2_500;

/**
 * Rows that fit, where only opening each can tell: what lies sealed cannot be searched by a query. `page` is the query for
 * the rows after one, in order, at most as many as it is told; the next page is on its way while one is being opened.
 */
export async function scanSealed<R extends Record<string, string | number | null>>(
  db: Database,
  columns: readonly (keyof R & string)[],
  page: (after: R | undefined, limit: number) => SQLWrapper,
  fits: (row: R) => Promise<boolean>,
): Promise<R[]> {
  const read = (after: R | undefined) => readPage<R>(db, columns, page(after, AT_ONCE).getSQL());
  const found: R[] = [];
  let rows = await read(undefined);
  for (;;) {
    const next = rows.length < AT_ONCE ? undefined : read(rows.at(-1));
    const [judged, after] = await Promise.all([Promise.all(rows.map(fits)), next]);
    found.push(...rows.filter((_, i) => judged[i]));
    if (!after) return found;
    rows = after;
  }
}

/**
 * A page as one text: the database's protocol wraps each value of each row, and unwrapping some ten thousand of them took
 * most of a search's time. The columns of `query` are read by their place.
 */
async function readPage<R>(db: Database, columns: readonly (keyof R & string)[], query: SQL): Promise<R[]> {
  const names = sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const [answer] = await db.all<{ page: string }>(
    sql`with page(${names}) as (${query}) select json_group_array(json_array(${names})) as page from page`,
  );
  const rows = JSON.parse(answer?.page ?? '[]') as R[keyof R][][];
  return rows.map((values) => Object.fromEntries(columns.map((name, i) => [name, values[i]])) as R);
}

/** Values that searches opened lately, by what was sealed: another value has another one, so none can grow old. */
const opened = new Map<string, string>();
const KEPT = 20_000;

/** Opens a value for a search: whoever types on, or turns the page, searches among the same ones again. */
export async function openForSearch(sealed: string, open: () => Promise<string>): Promise<string> {
  const known = opened.get(sealed);
  if (known !== undefined) return known;
  const plain = await open();
  if (opened.size >= KEPT) opened.clear();
  opened.set(sealed, plain);
  return plain;
}
