interface Page {
  current: number;
  size: number;
}

/** Which own rows a page asks for. */
export const ownSlice = ({ current, size }: Page) => ({ limit: size, offset: (current - 1) * size });

/** A page of the enterprise's own rows, then of those that the system gives: `own` is the page's, `ownTotal` all. */
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

/** What a name is looked for in: the search form takes white space out of what is typed ([5.18b]). */
const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** Whether a given name is found as SQL finds the others. */
export const isFound = (name: string, searched: string | undefined): boolean =>
  withoutBlanks(name)
    .toLowerCase()
    .includes(withoutBlanks(searched ?? '').toLowerCase());
