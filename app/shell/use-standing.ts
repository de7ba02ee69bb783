import { useLocation, useMatches } from '@remix-run/react';

/** Where the page stands in the menu: at its own address, or below another entry (`handle = { below: '/contractManage' }`). */
export function useStanding(): string {
  const { pathname } = useLocation();
  const { below } = (useMatches().at(-1)?.handle ?? {}) as { below?: string };
  return below ?? pathname;
}
