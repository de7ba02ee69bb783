import { afterEach, expect, it, vi } from 'vitest';
import { refusedDatabase } from '#edge/internal/demo-accounts.ts';
import type { Env } from '#edge/kernel/env.ts';

afterEach(() => vi.unstubAllGlobals());

it('a request that was cut off while it looked for demo accounts keeps no later one waiting', async () => {
  const env = { SIGNET_MODE: 'pro', LIBSQL_URL: 'http://database.invalid:8080' } as Env;
  let asked = 0;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return new Promise(() => {});
  });
  void refusedDatabase(env);
  await expect.poll(() => asked).toBe(1);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
  expect(await refusedDatabase(env)).toBeNull();
});
