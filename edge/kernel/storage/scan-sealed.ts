import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Rows per query: about 500 kB of encrypted names. */
const AT_ONCE = 2_500;

/**
 * Filters rows by encrypted columns, which a query cannot search: decrypts and tests the rows of each page. `page` queries
 * the rows after a given one, in order and limited; the next page is fetched while one is decrypted.
 */
export async function scanSealed<R extends Record<string, string | number | null>>(
  db: Database,
  columns: readonly (keyof R & string)[],
  page: (after: R | undefined, limit: number) => SQLWrapper,
  fits: (rows: readonly R[]) => Promise<readonly boolean[]>,
): Promise<R[]> {
  const read = (after: R | undefined) => readPage<R>(db, columns, page(after, AT_ONCE).getSQL());
  const found: R[] = [];
  let rows = await read(undefined);
  for (;;) {
    const next = rows.length < AT_ONCE ? undefined : read(rows.at(-1));
    const [judged, after] = await Promise.all([fits(rows), next]);
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

/** Cache of decrypted names by initialization vector; a changed name has another one, so entries never become stale. */
const opened = new Map<string, string>();
const MOST_ROWS = 20_000;

/**
 * SQL for the initialization vector of a column that `keys.sealField` encrypts (`v1.iv.ciphertext`): as unique as the
 * value, and a quarter of its length. Empty for an empty value.
 */
export const vectorOf = (column: Column): SQL.Aliased<string> =>
  sql<string>`substr(${column}, 4, 16)`.as('vector');

/**
 * Whether the name of each row contains `part`. Names are cached, because further keystrokes and pages search the same
 * ones again; `read` resolves to the decrypted names of the rows that are not cached, in their order.
 */
export async function namesContain<R extends { vector: string }>(
  rows: readonly R[],
  part: string,
  read: (rows: readonly R[]) => Promise<readonly string[]>,
): Promise<boolean[]> {
  const names = rows.map(({ vector }) => opened.get(vector));
  const unknown = rows.filter((_, i) => names[i] === undefined);
  const plain = unknown.length === 0 ? [] : await read(unknown);
  if (opened.size + unknown.length > MOST_ROWS) opened.clear();
  for (const [i, { vector }] of unknown.entries()) opened.set(vector, plain[i] ?? '');
  let next = 0;
  return names.map((name) => (name ?? plain[next++] ?? '').includes(part));
}

/** SQL: the column is the ID of one of the rows, in one parameter however many they are. */
export const isAmong = (column: Column, rows: readonly { id: string }[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(rows.map(({ id }) => id))}))`;
