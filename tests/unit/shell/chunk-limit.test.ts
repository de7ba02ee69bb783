import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

type FetchEvent = { request: Request; respondWith: (answer: Promise<Response>) => void };

/** The service worker on a stage of its own: what it listens to, and the time limits that it asks for. */
function serviceWorker(fetch: (request: Request, init?: RequestInit) => Promise<Response>) {
  const listeners: Record<string, (event: FetchEvent) => void> = {};
  const limits: number[] = [];
  runInNewContext(readFileSync('public/service-worker.js', 'utf8'), {
    self: {
      addEventListener: (name: string, listener: (event: FetchEvent) => void) => {
        listeners[name] = listener;
      },
      location: { origin: 'https://signet.example' },
      skipWaiting: () => undefined,
    },
    caches: {
      open: async () => ({ match: async () => undefined, put: async () => undefined, keys: async () => [] }),
    },
    fetch,
    URL,
    AbortSignal: {
      timeout: (ms: number) => {
        limits.push(ms);
        return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
      },
    },
  });
  const ask = (path: string) =>
    new Promise<Response>((resolve, reject) => {
      const request = new Request(`https://signet.example${path}`);
      listeners.fetch?.({ request, respondWith: (answer) => answer.then(resolve, reject) });
    });
  return { ask, limits };
}

it('[8.20f] [9.22] a script that has not come after 120 seconds fails', async () => {
  const fetch = vi.fn(async (_request: Request, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return new Response('');
  });
  const { ask, limits } = serviceWorker(fetch);
  await expect(ask('/assets/page-a1b2.js')).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(limits).toEqual([120_000]);
});
