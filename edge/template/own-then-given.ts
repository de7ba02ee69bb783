interface Page {
  current: number;
  size: number;
}

/** Limit and offset of a page within the own rows. */
export const ownSlice = ({ current, size }: Page) => ({ limit: size, offset: (current - 1) * size });

/**
 * A page that lists own rows first, then built-in ones. `own` holds the own rows of this page; `ownTotal` counts all
 * own rows.
 */
export function ownThenGiven<T>(
  { current, size }: Page,
  own: readonly T[],
  ownTotal: number,
  given: readonly T[],
) {
  const from = (current - 1) * size - ownTotal;
  return {
    records: [...own, ...given.slice(Math.max(0, from), Math.max(0, from + size))],
    total: ownTotal + given.length,
    current,
    size,
  };
}

/** Normalises names for the search: the search form removes whitespace from its input ([5.18b]). */
const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** Whether the name of a built-in part matches, by the same rule as the SQL search for own parts. */
export const isFound = (name: string, searched: string | undefined): boolean =>
  withoutBlanks(name)
    .toLowerCase()
    .includes(withoutBlanks(searched ?? '').toLowerCase());
