import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { send, TIMEOUT_MS } from '#app/wire/send.ts';
import { defineCall } from '#core/call.ts';

const slow = defineCall({
  id: 't.slow',
  method: 'GET',
  path: '/slow',
  access: { actor: 'session', may: 'try' },
  input: z.any(),
  output: z.any(),
  summary: 'never answers',
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('[9.21] a request is aborted after 1,000,000 ms, told apart from a network failure', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const answer = send(slow, {}, { headers: {}, now: () => 0 }).catch((error: unknown) => error);
  expect(timeout).toHaveBeenCalledExactlyOnceWith(1_000_000);
  expect(TIMEOUT_MS).toBe(1_000_000);
  limit.abort(new DOMException('late', 'TimeoutError'));
  expect(await answer).toMatchObject({ kind: 'timeout' });
});
