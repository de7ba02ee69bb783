import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toast-store.ts';
import { failureText, isClientError } from '../wire/client-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `silent`: the screen says itself what went wrong. `failed`: what is said before the reason, as `下载失败。`. */
    mutationMeta: { silent?: boolean; failed?: string };
  }
}

type Translate = (key: string, params?: Record<string, string | number>) => string;

/** Failures of the network are tried once more; what the server refused is not. */
const retry = (failures: number, error: unknown) =>
  failures < 1 && isClientError(error) && error.kind === 'network';
const isQuiet = (error: unknown) =>
  isClientError(error) && (error.kind === 'aborted' || error.kind === 'session');

let translate: Translate = (key) => key;
let cache: QueryClient | undefined;

/** The one cache of this page; made before the page wakes up where a route asks for something early. */
export function pageCache(): QueryClient {
  cache ??= createQueryClient((...said) => translate(...said));
  return cache;
}

/** Gives the words for failures, once the page has them. */
export function sayFailuresIn(t: Translate): void {
  translate = t;
}

/**
 * The cache of what the server said. A first answer that fails is shown by its screen; a refresh or an act that fails is
 * said as a toast: a warning where the server refused it, otherwise an error ([8.1b], [8.1h]).
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
