import { useLocation, useMatches } from '@remix-run/react';

/**
 * Where the page stands in the menu, and how it names itself below its entry: `export const handle = { crumb:
 * 'task:trail.title', below: '/contractManage' }`. Without `below` its own address tells the entry.
 */
export function useStanding(): { path: string; crumb?: string } {
  const { pathname } = useLocation();
  const { crumb, below } = (useMatches().at(-1)?.handle ?? {}) as { crumb?: string; below?: string };
  return { path: below ?? pathname, ...(crumb ? { crumb } : {}) };
}
