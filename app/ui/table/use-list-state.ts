import { useSearchParams } from '@remix-run/react';
import { useCallback, useMemo } from 'react';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from './page-buttons.ts';
import type { Sort } from './types.ts';

/** A filter's value: a text, a boolean, several options, or a range as a pair of texts. */
export type FilterValue = string | boolean | readonly string[];
export type Filters = Record<string, FilterValue>;

export type ListState<F extends Filters> = {
  filters: F;
  current: number;
  size: number;
  sort: Sort | undefined;
  /** Whether any filter differs from its initial value. */
  filtered: boolean;
  /** Page and sort in the form every paged call takes ([3.25b]). */
  page: { current: number; size: number; ascs?: string[]; descs?: string[] };
  /** Searches and returns to page 1. */
  search(filters: F): void;
  reset: () => void;
  setPage: (page: { current: number; size: number }, replace?: boolean) => void;
  /** Sorts and returns to page 1 ([4.26c]). */
  setSort: (sort: Sort | undefined) => void;
};

/**
 * Filters, page and sort of a list, kept in the URL, so that a reload, a link and "back" show the same list. `empty`
 * names the filters with their initial values, most of them empty: '' for a text, false for a checkbox, [] for several,
 * ['', ''] for a range.
 */
export function useListState<F extends Filters>(empty: F): ListState<F> {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const read = useMemo(() => readList(new URLSearchParams(text), empty), [text, empty]);

  const put = useCallback(
    (change: (next: URLSearchParams) => void, replace = false) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          change(next);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );

  const search = useCallback((filters: F) => put((next) => writeFilters(next, filters, empty)), [put, empty]);
  const reset = useCallback(() => put((next) => writeFilters(next, empty, empty)), [put, empty]);
  const setPage = useCallback(
    ({ current, size }: { current: number; size: number }, replace?: boolean) =>
      put((next) => {
        setOrDelete(next, 'current', current > 1 ? String(current) : '');
        setOrDelete(next, 'size', size === DEFAULT_PAGE_SIZE ? '' : String(size));
      }, replace),
    [put],
  );
  const setSort = useCallback(
    (sort: Sort | undefined) =>
      put((next) => {
        next.delete('current');
        setOrDelete(next, 'ascs', sort && !sort.descending ? sort.column : '');
        setOrDelete(next, 'descs', sort?.descending ? sort.column : '');
      }),
    [put],
  );
  return { ...read, search, reset, setPage, setSort };
}

export function readList<F extends Filters>(params: URLSearchParams, empty: F) {
  const filters = Object.fromEntries(
    Object.entries(empty).map(([name, nothing]) => [name, readFilter(params.get(name), nothing)]),
  ) as F;
  const wanted = Number(params.get('size'));
  const size = PAGE_SIZES.find((one) => one === wanted) ?? DEFAULT_PAGE_SIZE;
  const current = Math.max(1, Math.floor(Number(params.get('current')) || 1));
  const [ascs, descs] = [params.get('ascs'), params.get('descs')];
  const sort: Sort | undefined = descs
    ? { column: descs, descending: true }
    : ascs
      ? { column: ascs, descending: false }
      : undefined;
  const page = { current, size, ...(ascs ? { ascs: [ascs] } : {}), ...(descs ? { descs: [descs] } : {}) };
  const filtered = Object.keys(empty).some((name) => textOf(filters[name]) !== textOf(empty[name]));
  return { filters, current, size, sort, page, filtered };
}

function readFilter(text: string | null, nothing: FilterValue): FilterValue {
  if (text === null) return nothing;
  if (typeof nothing === 'boolean') return text === '1';
  if (typeof nothing === 'string') return text;
  const parts = text.split(',');
  return nothing.length === 2 ? [parts[0] ?? '', parts[1] ?? ''] : parts.filter(Boolean);
}

export function writeFilters<F extends Filters>(params: URLSearchParams, filters: F, empty: F): void {
  params.delete('current');
  for (const name of Object.keys(empty)) {
    const text = textOf(filters[name]);
    setOrDelete(params, name, text === textOf(empty[name]) ? '' : text);
  }
}

/** Whether two sets of filters are serialised to the same URL. */
export const sameFilters = (a: Filters, b: Filters): boolean =>
  Object.keys({ ...a, ...b }).every((name) => textOf(a[name]) === textOf(b[name]));

/** A filter as serialised in the URL; a range of only empty parts becomes ''. */
function textOf(value: FilterValue | undefined): string {
  if (typeof value === 'boolean') return value ? '1' : '';
  if (typeof value === 'string') return value;
  return value?.some(Boolean) ? value.join(',') : '';
}

function setOrDelete(params: URLSearchParams, name: string, value: string) {
  if (value === '') params.delete(name);
  else params.set(name, value);
}
