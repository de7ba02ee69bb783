import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineCall, type Envelope } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { Env } from '#edge/kernel/env.ts';
import { implementOpen } from '#edge/kernel/http/implement.ts';
import { serveCalls } from '#edge/kernel/http/serve-calls.ts';

const access = { actor: 'anyone' as const, may: 'try' };
const common = { access, input: z.object({ fail: z.string().optional() }), output: z.any(), summary: '' };
const greet = defineCall({ ...common, id: 'thing.greet', method: 'GET', path: '/thing/:name' });
const keep = defineCall({ ...common, id: 'thing.keep', method: 'POST', path: '/thing/keep' });

const COOKIE = 'device=id.mac; Path=/ecapi/; HttpOnly; SameSite=Strict; Max-Age=60; Secure';
const env = (mode: string) =>
  ({
    KEY_ENCRYPTION_KEY: btoa('k'.repeat(32)),
    LIBSQL_URL: 'http://127.0.0.1:1',
    SIGNET_MODE: mode,
  }) as unknown as Env;

const NO_EFFECTS = new Map();
const nobody = async (): Promise<never> => {
  throw new AppError('SESSION_INVALID');
};

const router = serveCalls(
  [
    implementOpen(greet, async (_, { env: given, language, requestId, defer }) => {
      defer(Promise.resolve());
      return { mode: given.SIGNET_MODE, language, requestId };
    }),
    implementOpen(keep, async ({ fail }, { cookies }) => {
      cookies.push(COOKIE, 'other=x; Path=/');
      if (fail === 'known') throw new AppError('NO_PERMISSION');
      if (fail) throw new TypeError('a defect with details');
      return null;
    }),
  ],
  NO_EFFECTS,
  nobody,
);

const waited: Promise<unknown>[] = [];
const execution = { waitUntil: (work: Promise<unknown>) => waited.push(work), passThroughOnException() {} };
const ask = async (path: string, init: RequestInit = {}, mode = 'dev') => {
  const request = new Request(`http://127.0.0.1/ecapi${path}`, init);
  return router.fetch(request, env(mode), execution as never);
};
const post = (fail?: string) =>
  ask('/thing/keep', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'request-1', 'Accept-Language': 'en-US' },
    body: JSON.stringify(fail ? { fail } : {}),
  });

afterEach(() => vi.restoreAllMocks());

describe('the router of calls', () => {
  it('gives each request its own settings, language, id and way to go on after the answer', async () => {
    const headers = { 'Accept-Language': 'zh-TW', 'X-Request-Id': 'a-request' };
    const [one, two] = await Promise.all([ask('/thing/a', { headers }, 'one'), ask('/thing/b', {}, 'two')]);
    expect(((await one.json()) as Envelope).data).toEqual({
      mode: 'one',
      language: 'zh-TW',
      requestId: 'a-request',
    });
    expect(((await two.json()) as Envelope<{ mode: string }>).data.mode).toBe('two');
    expect(waited).toHaveLength(2);
  });

  it('sets every cookie of an answer that went well, with its attributes', async () => {
    const answer = await post();
    expect(((await answer.json()) as Envelope).code).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([COOKIE, 'other=x; Path=/']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('answers an error in the language and with the id of the request, and sets no cookie then', async () => {
    const answer = await post('known');
    expect(await answer.json()).toMatchObject({
      code: new AppError('NO_PERMISSION').code,
      data: null,
      requestId: 'request-1',
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.status).toBe(200);
  });

  it('says nothing of a defect but the id under which it is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const answer = await post('defect');
    const body = (await answer.json()) as Envelope;
    expect(body).toMatchObject({ code: new AppError('INTERNAL').code, requestId: 'request-1' });
    expect(JSON.stringify(body)).not.toContain('details');
    expect(logged).toHaveBeenCalledOnce();
  });

  it('finds no other path and no other method, and opens nothing for them', async () => {
    for (const [path, method] of [
      ['/nothing', 'GET'],
      ['/thing/keep', 'PUT'],
      ['', 'GET'],
    ] as const) {
      const answer = await router.fetch(
        new Request(`http://127.0.0.1/ecapi${path}`, { method }),
        // without settings no context could be opened
        {} as Env,
        execution as never,
      );
      expect(((await answer.json()) as Envelope).code, path).toBe(new AppError('NOT_FOUND').code);
    }
  });

  it('refuses two calls of one id, or of one method and path', () => {
    const twin = implementOpen({ ...greet, id: 'thing.twin' }, async () => null);
    expect(() => serveCalls([implementOpen(greet, async () => null), twin], NO_EFFECTS, nobody)).toThrow(
      'defined twice',
    );
  });
});
