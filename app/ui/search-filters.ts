import type { Filters, FilterValue } from './table/use-list-state.ts';

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

const mapFilters = <F extends Filters>(filters: F, change: (value: FilterValue) => FilterValue): F =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, change(value)])) as F;
