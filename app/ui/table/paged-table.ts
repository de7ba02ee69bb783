import type { Paging, TableProps } from './types.ts';
import type { ListState } from './use-list-state.ts';

/** A list as it was asked for: what `useQuery` gives for a paged call. */
type AskedList<R> = {
  data: { records: readonly R[]; total: number } | undefined;
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
};
type Shown = Pick<
  ListState<never>,
  'current' | 'size' | 'sort' | 'filtered' | 'setPage' | 'setSort' | 'reset'
>;
type Given = 'rows' | 'loading' | 'error' | 'onReload' | 'sort' | 'onSort' | 'filtered' | 'onClearFilters';
type PagedTable<R> = Pick<TableProps<R>, Given> & { paging: Paging };

/**
 * What a table of pages shows and does, from the query that asked for the page and the state in the URL. Spread it first:
 * what a list knows better stands after it.
 */
export function pagedTable<R>(list: AskedList<R>, state: Shown): PagedTable<R> {
  const { current, size, setPage } = state;
  return {
    rows: list.data?.records,
    // The rows of another page stand in its place meanwhile. A page asked for again by itself is not greyed out.
    loading: list.isPending || list.isPlaceholderData,
    error: list.error,
    onReload: () => list.refetch(),
    paging: {
      current,
      size,
      total: list.data?.total ?? 0,
      stale: list.isPlaceholderData,
      onChange: setPage,
    },
    sort: state.sort,
    onSort: state.setSort,
    filtered: state.filtered,
    onClearFilters: state.reset,
  };
}
