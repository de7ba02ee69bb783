import { useSearchParams } from '@remix-run/react';

/** The tab that a URL names; the first one without any. */
export const tabIn = <V extends string>(
  params: URLSearchParams,
  param: string,
  tabs: readonly [V, ...V[]],
): V => tabs.find((one) => one === params.get(param)) ?? tabs[0];

/** The tab of a page, kept in the URL; defaults to the first one. Switching tabs drops all other URL parameters. */
export function useTab<V extends string>(param: string, tabs: readonly [V, ...V[]]): [V, (tab: V) => void] {
  const [params, setParams] = useSearchParams();
  return [tabIn(params, param, tabs), (next) => setParams({ [param]: next }, { preventScrollReset: true })];
}
