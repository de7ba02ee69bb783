/** Selectable page sizes ([9.15]). */
export const PAGE_SIZES = [10, 25, 50] as const;
export const DEFAULT_PAGE_SIZE = 10;
export const PAGE_BUTTONS = 7;

export type PageButton = { page: number } | { gap: 'before' | 'after' };

/**
 * The buttons of a paging bar, at most `most` of them: always first and last, a gap for omitted pages, and the current
 * page with its neighbours in between.
 */
export function pageButtons(current: number, last: number, most: number = PAGE_BUTTONS): PageButton[] {
  const pages = (from: number, to: number): PageButton[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => ({ page: from + i }));
  if (last <= most) return pages(1, last);
  const inner = most - 4;
  const half = Math.floor(inner / 2);
  if (current - half <= 3) return [...pages(1, most - 2), { gap: 'after' }, { page: last }];
  if (current + half >= last - 2) return [{ page: 1 }, { gap: 'before' }, ...pages(last - (most - 3), last)];
  return [
    { page: 1 },
    { gap: 'before' },
    ...pages(current - half, current + half),
    { gap: 'after' },
    { page: last },
  ];
}

/**
 * Parses a typed page number: digits only, 0 becomes 1, capped at the last page ([5.18a]); undefined if there are none.
 */
export function pageFromText(text: string, last: number): number | undefined {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return undefined;
  return Math.min(Math.max(1, Number(digits)), Math.max(1, last));
}
