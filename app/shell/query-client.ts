import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toast-store.ts';
import { failureText, isClientError } from '../wire/client-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `silent`: the screen reports the error itself. `failed`: text before the reason, such as `下载失败。`. */
    mutationMeta: { silent?: boolean; failed?: string };
  }
}

type Translate = (key: string, params?: Record<string, string | number>) => string;

/** Retries network failures once; errors of the server are not retried. */
const retry = (failures: number, error: unknown) =>
  failures < 1 && isClientError(error) && error.kind === 'network';
const isQuiet = (error: unknown) =>
  isClientError(error) && (error.kind === 'aborted' || error.kind === 'session');

let translate: Translate = (key) => key;
let cache: QueryClient | undefined;

/** The query cache of this page; created before hydration if a route prefetches. */
export function pageCache(): QueryClient {
  cache ??= createQueryClient((...said) => translate(...said));
  return cache;
}

/** Sets the translation for error messages, once texts are loaded. */
export function sayFailuresIn(t: Translate): void {
  translate = t;
}

/**
 * The query cache. A failed initial fetch is shown by its screen; a failed refetch or mutation is shown as a toast: a
 * warning if the server refused it, otherwise an error ([8.1b], [8.1h]).
 */
export function createQueryClient(t: Translate): QueryClient {
  const tell = (error: unknown, failed?: string) => {
    if (isQuiet(error)) return;
    const refused = isClientError(error) && error.kind === 'server';
    toast({ tone: refused ? 'warning' : 'error', text: failureText(error, t, failed) });
  };
  return new QueryClient({
    defaultOptions: {
      queries: { retry, staleTime: 5000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.state.data !== undefined) tell(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (!mutation.meta?.silent) tell(error, mutation.meta?.failed);
      },
    }),
  });
}
