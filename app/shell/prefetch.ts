import type { QueryClient } from '@tanstack/react-query';

/**
 * What a route will ask the server for, asked before the page wakes up: `export const handle = { prefetch }`. The answers
 * wait in the cache under the keys that the page asks by; what fails here is asked for again, and said, by the page.
 */
export type Prefetch = (asked: { client: QueryClient; url: URL; lang: string }) => void;

/** Starts what the matched routes ask for. Their chunks are here already; texts and the waking page are not. */
export function startPrefetch(
  modules: Iterable<{ handle?: unknown } | undefined>,
  asked: Parameters<Prefetch>[0],
): void {
  for (const module of modules) (module?.handle as { prefetch?: Prefetch } | undefined)?.prefetch?.(asked);
}
