import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call, InputOf, OutputOf } from '#core/call.ts';
import { queryOf } from '../query.ts';
import { ownerOf, useSession } from '../session/session-store.ts';
import { filledIn } from '../ui/table/filled-in.ts';
import type { Paging, TableProps } from '../ui/table/types.ts';
import { type Filters, type ListState, useListState } from '../ui/table/use-list-state.ts';

/** A row of what a call lists, page by page or all at once. */
export type RowOf<C extends Call> =
  OutputOf<C> extends { records: readonly (infer R)[] }
    ? R
    : OutputOf<C> extends readonly (infer R)[]
      ? R
      : never;

/** The fields that a call takes beside page and order. */
type Asked<C extends Call> = { [K in keyof InputOf<C>]?: unknown };

export type ListOptions<C extends Call, F extends Filters> = {
  /** Filters with their values at first, by their names in the URL; declared outside of the component. */
  filters: F;
  /** What the call is asked for by these filters; the filters themselves where nothing is said. Empty ones are left out. */
  input?: (filters: F) => Asked<C>;
  /** ms after which the rows are asked for again; `false` for never. */
  refresh?: number | false | ((rows: readonly RowOf<C>[]) => number | false);
};

/** What a table shows of a list that was asked for. */
export type List<R> = Pick<
  TableProps<R>,
  'rows' | 'loading' | 'error' | 'onReload' | 'sort' | 'onSort' | 'filtered' | 'onClearFilters' | 'paging'
> & {
  /** Filters, page and order, where the list has any. */
  state?: Pick<ListState<Filters>, 'filters' | 'search'>;
};

export type PagedList<C extends Call, F extends Filters> = List<RowOf<C>> & {
  state: ListState<F>;
  paging: Paging;
  total: number;
  /** When the rows came, in epoch ms. */
  at: number;
  /** What the rows were asked by, with page and order. */
  input: InputOf<C>;
};

/**
 * A paged list: filters, page and order from the URL, the rows by them. Rows stand until those of the next page come, and
 * that page is asked for as soon as the pointer comes to its button.
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
  const asked = useQuery({
    ...queryOf(theCall, input, owner),
    // The rows of another page stand meanwhile, those of another identity do not.
    placeholderData: (kept, query) => (query?.queryKey.at(-1) === owner ? kept : undefined),
    refetchInterval: ({ state: { data } }) =>
      typeof refresh === 'function' ? refresh((data as Page | undefined)?.records ?? []) : refresh,
  });
  const data = asked.data as Page | undefined;
  return {
    rows: data?.records,
    total: data?.total ?? 0,
    at: asked.dataUpdatedAt,
    input,
    state,
    // A page that is asked for again by itself is not greyed out.
    loading: asked.isPending || asked.isPlaceholderData,
    error: asked.error,
    onReload: () => asked.refetch(),
    paging: {
      current,
      size,
      total: data?.total ?? 0,
      stale: asked.isPlaceholderData,
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

/** A list that is asked for as a whole. */
export function useWholeList<C extends Call>(theCall: C, input: InputOf<C>): List<RowOf<C>> {
  const asked = useQuery(queryOf(theCall, input, useSession(ownerOf)));
  return {
    rows: asked.data as readonly RowOf<C>[] | undefined,
    loading: asked.isPending,
    error: asked.error,
    onReload: () => asked.refetch(),
  };
}
