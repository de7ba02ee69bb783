import { useSearchParams } from '@remix-run/react';

/** The tab of a page, kept in the URL; defaults to the first one. Switching tabs drops all other URL parameters. */
export function useTab<V extends string>(param: string, tabs: readonly [V, ...V[]]): [V, (tab: V) => void] {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get(param)) ?? tabs[0];
  return [tab, (next) => setParams({ [param]: next }, { preventScrollReset: true })];
}
