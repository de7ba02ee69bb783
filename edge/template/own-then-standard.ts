import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { templateField, templateRole } from '#db/schema/index.ts';
import { refuseOrder } from '#edge/kernel/storage/below-row.ts';
import type { Database } from '#edge/kernel/storage/database.ts';

interface Page {
  current: number;
  size: number;
}
type NamedRow = { id: string };

/** Limit and offset of a page within the own rows. */
export const ownSlice = ({ current, size }: Page) => ({ limit: size, offset: (current - 1) * size });

/**
 * A page that lists own rows first, then built-in ones. `own` holds the own rows of this page; `ownTotal` counts all
 * own rows. A page below a row (`toCome`, see `belowPart`) has no number: where own rows end before it is full, those
 * built-in ones follow that are still to come.
 */
export function ownThenStandard<T extends NamedRow>(
  { current, size }: Page,
  own: readonly T[],
  ownTotal: number,
  builtIn: readonly T[],
  toCome?: ReadonlySet<string>,
) {
  const from = (current - 1) * size - ownTotal;
  const shown = toCome
    ? builtIn.filter(({ id }) => toCome.has(id)).slice(0, size - own.length)
    : builtIn.slice(Math.max(0, from), Math.max(0, from + size));
  return { records: [...own, ...shown], total: ownTotal + builtIn.length, current, size };
}

/** Own parts, the last added first; those that were added together in the order in which they were given. */
export const partOrder = (table: typeof templateField | typeof templateRole): SQL[] => [
  sql`${table.createdAt} desc`,
  sql`${table}.rowid`,
];

/**
 * For a list that goes on below a row (`after`): the condition of the own rows, the built-in ones that are still to come
 * (undefined without `after`), and the page to read. `own`: the own rows that there are; `builtIn`: all built-in ones in
 * their order. Throws NOT_FOUND if the row is not in the list, INPUT_INVALID together with an order of one's own.
 */
export async function belowPart<
  I extends Page & { after?: string | undefined; ascs: string[]; descs: string[] },
>(
  db: Database,
  input: I,
  {
    table,
    own,
    builtIn,
  }: {
    table: typeof templateField | typeof templateRole;
    own: SQL | undefined;
    builtIn: readonly NamedRow[];
  },
): Promise<{ below?: SQLWrapper; toCome?: ReadonlySet<string>; paging: I }> {
  const { after } = input;
  if (after === undefined) return { paging: input };
  const paging = { ...input, current: 1 };
  const at = builtIn.findIndex(({ id }) => id === after);
  const [found] =
    at >= 0
      ? []
      : await db
          .select({ at: table.createdAt, row: sql<number>`${table}.rowid` })
          .from(table)
          .where(and(own, eq(table.id, after)));
  if (at < 0 && !found) throw new AppError('NOT_FOUND');
  refuseOrder(input);
  return {
    below: found
      ? sql`(${table.createdAt} < ${found.at} or (${table.createdAt} = ${found.at} and ${table}.rowid > ${found.row}))`
      : // no own row is still to come
        sql`${table.id} = ''`,
    toCome: new Set(builtIn.slice(at + 1).map(({ id }) => id)),
    paging,
  };
}

/** Normalises names for the search: the search form removes whitespace from its input ([5.18b]). */
const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** Whether the name of a built-in part matches, by the same rule as the SQL search for own parts. */
export const isFound = (name: string, searched: string | undefined): boolean =>
  withoutBlanks(name)
    .toLowerCase()
    .includes(withoutBlanks(searched ?? '').toLowerCase());
