import { type Query, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { AnyCall, InputOf } from '#core/call.ts';
import { call, callFile } from './call.ts';

/** `domain`, `verbNoun`, the input, and what else the answer depends on. */
type Key = readonly [domain: string, name: string, input: unknown, ...scope: unknown[]];

const partsOf = ({ id }: Pick<AnyCall, 'id'>): [domain: string, name: string] => {
  const dot = id.indexOf('.');
  return [id.slice(0, dot), id.slice(dot + 1)];
};

/**
 * The key under which the cache holds the answer to a call. `scope` is what the answer depends on besides its input: the
 * owner, the language. For queries that `queryOf` cannot make, because they put several answers together.
 */
export const keyOf = <C extends AnyCall>(theCall: C, input: InputOf<C>, ...scope: unknown[]): Key => [
  ...partsOf(theCall),
  input,
  ...scope,
];

/** The key of something that no call answers, such as what lies on this device. */
export const localKey = (name: string, ...scope: unknown[]): Key => ['local', name, null, ...scope];

/** What is asked once, because asking does something or leaves a line in the audit log, is not asked again by `refresh`. */
const metaOf = ({ audited, method }: AnyCall) =>
  audited || method !== 'GET' ? { meta: { askedOnce: true } } : {};

/**
 * The query that answers a call: `useQuery(queryOf(listSeals, input))`, or with options
 * `useQuery({ ...queryOf(listSeals, input), placeholderData: keepPreviousData })`. Two screens that ask the same share
 * one answer.
 */
export const queryOf = <C extends AnyCall>(theCall: C, input: InputOf<C>, ...scope: unknown[]) =>
  queryOptions({
    queryKey: keyOf(theCall, input, ...scope),
    queryFn: ({ signal }) => call(theCall, input, { signal }),
    ...metaOf(theCall),
  });

/** The query for a call that answers a file: its data is the Blob. */
export const fileQueryOf = <C extends AnyCall>(theCall: C, input: InputOf<C>, ...scope: unknown[]) =>
  queryOptions({
    queryKey: keyOf(theCall, input, ...scope),
    queryFn: async ({ signal }) => (await callFile(theCall, input, { signal })).blob,
    ...metaOf(theCall),
  });

/**
 * A filter for `invalidateQueries`: every cached answer that is out of date after these calls, as their definitions say
 * (`changes`), or those of whole domains where the change came from elsewhere. What is asked once is never among them.
 */
export const staleAfter = (...what: readonly (AnyCall | string)[]) => {
  const changed = new Set(what.flatMap((one) => (typeof one === 'string' ? [one] : one.changes)));
  return {
    predicate: ({ queryKey: [domain, name], meta }: Pick<Query, 'queryKey' | 'meta'>) =>
      !meta?.askedOnce && (changed.has(`${domain}`) || changed.has(`${domain}.${name}`)),
  };
};

/**
 * After calls that changed something: `await refresh(revokePlan)` asks again for what the page shows of it, and marks the
 * rest of what is cached as out of date.
 */
export function useRefresh(): (...what: readonly (AnyCall | string)[]) => Promise<void> {
  const client = useQueryClient();
  return (...what) => client.invalidateQueries(staleAfter(...what));
}
