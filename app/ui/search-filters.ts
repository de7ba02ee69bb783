import { type Filters, type FilterValue, sameFilters } from './table/use-list-state.ts';

/** The filters with all values cleared: ranges an empty pair, checkboxes false, everything else empty ([5.18d]). */
export function emptyFilters<F extends Filters>(filters: F): F {
  return mapFilters(filters, (value) => {
    if (typeof value === 'boolean') return false;
    if (typeof value === 'string') return '';
    return value.length === 2 ? ['', ''] : [];
  });
}

/** The filters as sent to the search: texts without any whitespace ([5.18b]). */
export function cleanFilters<F extends Filters>(filters: F): F {
  return mapFilters(filters, (value) => (typeof value === 'string' ? value.replace(/\s+/g, '') : value));
}

/** What the fields of a search show, and the searches whose navigation has not arrived yet. */
export type FilterState<F extends Filters> = { typed: F; sent: readonly F[] };

/**
 * The fields once the list has other filters (`after` instead of `before`). If they come from a search of these fields,
 * what was typed since stays; if they come from elsewhere (back, a saved view, "clear filters"), the fields show them.
 * A change of page or order changes nothing.
 */
export function showFilters<F extends Filters>(
  { typed, sent }: FilterState<F>,
  before: F,
  after: F,
): FilterState<F> {
  if (sameFilters(before, after)) return { typed, sent };
  const own = sent.findIndex((one) => sameFilters(one, after));
  if (own < 0) return { typed: after, sent: [] };
  const isUntouched = sameFilters(cleanFilters(typed), after);
  return { typed: isUntouched ? after : typed, sent: sent.slice(own + 1) };
}

const mapFilters = <F extends Filters>(filters: F, change: (value: FilterValue) => FilterValue): F =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, change(value)])) as F;
