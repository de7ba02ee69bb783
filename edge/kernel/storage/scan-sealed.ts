import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Rows per query: about 500 kB of encrypted names. */
const AT_ONCE = 2_500;

/**
 * Filters rows by encrypted columns, which a query cannot search: decrypts and tests each row. `page` queries the rows after
 * a given one, in order and limited; the next page is fetched while one is decrypted.
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
 * Fetches a page as one JSON text: libSQL's protocol wraps every value, and unwrapping some ten thousand of them dominated
 * the search time. Columns of `query` are read by position.
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

/** Cache of decrypted values by ciphertext; a changed value has another ciphertext, so entries never become stale. */
const opened = new Map<string, string>();
const KEPT = 20_000;

/** Decrypts a value through the cache: further keystrokes and pages search the same values again. */
export async function openForSearch(sealed: string, open: () => Promise<string>): Promise<string> {
  const known = opened.get(sealed);
  if (known !== undefined) return known;
  const plain = await open();
  if (opened.size >= KEPT) opened.clear();
  opened.set(sealed, plain);
  return plain;
}
