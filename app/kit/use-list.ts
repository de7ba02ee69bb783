import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call, InputOf, OutputOf } from '#core/call.ts';
import { queryOf } from '../query.ts';
import { ownerOf, useSession } from '../session/session-store.ts';
import { filledIn } from '../ui/table/filled-in.ts';
import type { Paging, TableProps } from '../ui/table/types.ts';
import { type Filters, type ListState, useListState } from '../ui/table/use-list-state.ts';

/** The row type of a list call, paged or not. */
export type RowOf<C extends Call> =
  OutputOf<C> extends { records: readonly (infer R)[] }
    ? R
    : OutputOf<C> extends readonly (infer R)[]
      ? R
      : never;

/** The input fields of a call except page and order. */
type ListInput<C extends Call> = { [K in keyof InputOf<C>]?: unknown };

export type ListOptions<C extends Call, F extends Filters> = {
  /** Filters with their initial values, by their names in the URL; declare it outside the component. */
  filters: F;
  /** The call's input for these filters; by default the filters themselves. Empty fields are omitted. */
  input?: (filters: F) => ListInput<C>;
  /** Refetch interval in ms; `false` for never. */
  refresh?: number | false | ((rows: readonly RowOf<C>[]) => number | false);
};

/** The query of a list, as the table needs it. */
export type List<R> = Pick<
  TableProps<R>,
  'rows' | 'loading' | 'error' | 'onReload' | 'sort' | 'onSort' | 'filtered' | 'onClearFilters' | 'paging'
> & {
  /** Filters, page and order, if the list has any. */
  state?: Pick<ListState<Filters>, 'filters' | 'search'>;
};

export type PagedList<C extends Call, F extends Filters> = List<RowOf<C>> & {
  state: ListState<F>;
  paging: Paging;
  total: number;
  /** When the rows were fetched, in epoch ms. */
  at: number;
  /** The input of the call, with page and order. */
  input: InputOf<C>;
};

/**
 * A paged list: filters, page and order come from the URL. Rows stay visible until those of the next page arrive, and
 * that page is prefetched when the pointer reaches its button.
 *
 * ```tsx
 * const FILTERS = { name: '', status: '' };
 * const list = useList(listSeals, { filters: FILTERS });
 * return <ListPage title={t('title')} code="seal.list" list={list} columns={columnsOf(t)} rowKey={(row) => row.stampId} />;
 * ```
 */
export function useList<C extends Call, F extends Filters>(
  theCall: C,
  { filters, input: toInput, refresh = false }: ListOptions<C, F>,
): PagedList<C, F> {
  type Page = { records: readonly RowOf<C>[]; total: number };
  const client = useQueryClient();
  const owner = useSession(ownerOf);
  const state = useListState(filters);
  const { current, size, setPage } = state;
  const inputOf = (page: object) =>
    filledIn({ ...page, ...(toInput?.(state.filters) ?? state.filters) }) as InputOf<C>;
  const input = inputOf(state.page);
  const result = useQuery({
    ...queryOf(theCall, input, owner),
    // Keeps the rows of the previous page meanwhile, but never those of another identity.
    placeholderData: (previous, query) => (query?.queryKey.at(-1) === owner ? previous : undefined),
    refetchInterval: ({ state: { data } }) =>
      typeof refresh === 'function' ? refresh((data as Page | undefined)?.records ?? []) : refresh,
  });
  const data = result.data as Page | undefined;
  return {
    rows: data?.records,
    total: data?.total ?? 0,
    at: result.dataUpdatedAt,
    input,
    state,
    // A background refetch does not grey out the page.
    loading: result.isPending || result.isPlaceholderData,
    error: result.error,
    onReload: () => result.refetch(),
    paging: {
      current,
      size,
      total: data?.total ?? 0,
      stale: result.isPlaceholderData,
      onChange: setPage,
      onIntent: (page) =>
        void client.prefetchQuery(queryOf(theCall, inputOf({ ...state.page, current: page }), owner)),
    },
    sort: state.sort,
    onSort: state.setSort,
    filtered: state.filtered,
    onClearFilters: state.reset,
  };
}

/** A list that is fetched without paging. */
export function useUnpagedList<C extends Call>(theCall: C, input: InputOf<C>): List<RowOf<C>> {
  const query = useQuery(queryOf(theCall, input, useSession(ownerOf)));
  return {
    rows: query.data as readonly RowOf<C>[] | undefined,
    loading: query.isPending,
    error: query.error,
    onReload: () => query.refetch(),
  };
}
