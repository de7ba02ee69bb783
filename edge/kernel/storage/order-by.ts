import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm';

/** ORDER BY of a paged request ([3.25b]); unknown column names are ignored. */
export function orderBy(
  { ascs, descs }: { ascs: readonly string[]; descs: readonly string[] },
  columns: Readonly<Record<string, SQLWrapper>>,
): SQL[] {
  const pick = (names: readonly string[], by: typeof asc | typeof desc) =>
    names.flatMap((name) => (Object.hasOwn(columns, name) ? [by(columns[name]!)] : []));
  return [...pick(ascs, asc), ...pick(descs, desc)];
}
