import type { QueryClient } from '@tanstack/react-query';

/**
 * Prefetches a route's data before hydration: `export const handle = { prefetch }`. The answers are cached under the
 * keys that the page uses; failures are ignored here, as the page retries and reports them.
 */
export type Prefetch = (context: { client: QueryClient; url: URL; lang: string }) => void;

/** Starts the prefetches of the matched routes. Their chunks are loaded already; texts and hydration are pending. */
export function startPrefetch(
  modules: Iterable<{ handle?: unknown } | undefined>,
  context: Parameters<Prefetch>[0],
): void {
  for (const module of modules) (module?.handle as { prefetch?: Prefetch } | undefined)?.prefetch?.(context);
}
