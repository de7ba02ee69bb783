import { type Query, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { AnyCall, InputOf } from '#core/call.ts';
import { call, callFile } from './call.ts';

/** `domain`, `verbNoun`, the input, and whatever else the answer depends on. */
type Key = readonly [domain: string, name: string, input: unknown, ...scope: unknown[]];

const partsOf = ({ id }: Pick<AnyCall, 'id'>): [domain: string, name: string] => {
  const dot = id.indexOf('.');
  return [id.slice(0, dot), id.slice(dot + 1)];
};

/**
 * The cache key of a call's answer. `scope` is whatever the answer depends on besides its input: the owner, the
 * language. For queries that `queryOf` cannot build, because they combine several answers.
 */
export const keyOf = <C extends AnyCall>(theCall: C, input: InputOf<C>, ...scope: unknown[]): Key => [
  ...partsOf(theCall),
  input,
  ...scope,
];

/** The key of data that does not come from a call, such as data stored on this device. */
export const localKey = (name: string, ...scope: unknown[]): Key => ['local', name, null, ...scope];

/** Marks queries that `refresh` must not repeat, because they have side effects or are recorded in the audit log. */
const metaOf = ({ audited, method }: AnyCall) =>
  audited || method !== 'GET' ? { meta: { askedOnce: true } } : {};

/**
 * The query of a call: `useQuery(queryOf(listSeals, input))`, or with options `useQuery({ ...queryOf(listSeals, input),
 * placeholderData: keepPreviousData })`. Two screens with the same query share one answer.
 */
export const queryOf = <C extends AnyCall>(theCall: C, input: InputOf<C>, ...scope: unknown[]) =>
  queryOptions({
    queryKey: keyOf(theCall, input, ...scope),
    queryFn: ({ signal }) => call(theCall, input, { signal }),
    ...metaOf(theCall),
  });

/**
 * The query of a call that returns a file: its data is the Blob. The key must name its bytes, by digest, identifier or
 * revision: a file that was answered is never asked for again, because a new Blob makes a viewer open its pages anew.
 */
export const fileQueryOf = <C extends AnyCall>(theCall: C, input: InputOf<C>, ...scope: unknown[]) =>
  queryOptions({
    queryKey: keyOf(theCall, input, ...scope),
    queryFn: async ({ signal }) => (await callFile(theCall, input, { signal })).blob,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { askedOnce: true, file: true },
  });

/**
 * A filter for `invalidateQueries`: every cached answer that is stale after these calls, according to their definitions
 * (`changes`), or those of whole domains if the change came from elsewhere. Excludes queries marked `askedOnce`.
 */
export const staleAfter = (...what: readonly (AnyCall | string)[]) => {
  const changed = new Set(what.flatMap((one) => (typeof one === 'string' ? [one] : one.changes)));
  return {
    predicate: ({ queryKey: [domain, name], meta }: Pick<Query, 'queryKey' | 'meta'>) =>
      !meta?.askedOnce && (changed.has(`${domain}`) || changed.has(`${domain}.${name}`)),
  };
};

/**
 * Refetches what the page shows of these answers, and marks the other ones as stale. A first fetch that is under way may
 * have been answered before the change, and would be joined instead of repeated: it is repeated once it is done.
 */
export async function renew(client: QueryClient, stale: ReturnType<typeof staleAfter>): Promise<void> {
  const running = client.getQueryCache().findAll({ ...stale, fetchStatus: 'fetching' });
  const first = running.filter(({ state }) => state.data === undefined);
  const renewed = client.invalidateQueries(stale);
  await Promise.allSettled(first.map(({ promise }) => promise));
  if (first.length > 0) await client.invalidateQueries({ predicate: (query) => first.includes(query) });
  await renewed;
}

/** After calls that changed something: `await refresh(revokeTask)` renews what they make stale. */
export function useRefresh(): (...what: readonly (AnyCall | string)[]) => Promise<void> {
  const client = useQueryClient();
  return (...what) => renew(client, staleAfter(...what));
}
