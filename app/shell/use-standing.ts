import { useLocation, useMatches } from '@remix-run/react';

/** The page's path in the menu: its own path, or that of a parent entry (`handle = { below: '/contractManage' }`). */
export function useStanding(): string {
  const { pathname } = useLocation();
  const { below } = (useMatches().at(-1)?.handle ?? {}) as { below?: string };
  return below ?? pathname;
}
