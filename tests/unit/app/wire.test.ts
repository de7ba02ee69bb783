import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ClientError } from '#app/wire/client-error.ts';
import { dropEarly } from '#app/wire/early.ts';
import { createRefresher } from '#app/wire/refresh-session.ts';
import { buildRequest, fileName, send } from '#app/wire/send.ts';
import { defineCall } from '#core/call.ts';

const common = {
  access: { actor: 'session' as const, may: 'try' },
  input: z.any(),
  output: z.any(),
  summary: '',
};
const get = defineCall({ ...common, id: 't.get', method: 'GET', path: '/a/list' });
const post = defineCall({ ...common, id: 't.post', method: 'POST', path: '/a/:planId/save' });
const form = defineCall({ ...common, id: 't.form', method: 'POST', path: '/oauth2/token', body: 'form' });
const bytes = defineCall({ ...common, id: 't.bytes', method: 'POST', path: '/file', body: 'bytes' });
const multipart = defineCall({ ...common, id: 't.multi', method: 'POST', path: '/file', body: 'multipart' });
const file = defineCall({ ...common, id: 't.file', method: 'GET', path: '/file', answer: 'file' });
const options = { headers: { 'X-Token': 'token', 'Accept-Language': 'en-US' }, now: () => 1234 };

const answerWith = (
  body: BodyInit,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, { headers })),
  );

afterEach(() => vi.unstubAllGlobals());

describe('requests', () => {
  it('[7.1a] go below /ecapi, and [7.1c] a GET carries the time', () => {
    const { url, init } = buildRequest(get, { current: 1, ascs: ['a', 'b'], name: undefined }, options);
    expect(url).toBe('/ecapi/a/list?current=1&ascs=a&ascs=b&time=1234');
    expect(init.headers).toMatchObject({ 'X-Token': 'token', 'Accept-Language': 'en-US' });
  });

  it('[7.1c] are JSON by default, with parts of the path taken from the input', () => {
    const { url, init } = buildRequest(post, { planId: 'a/b', name: '合同' }, options);
    expect(url).toBe('/ecapi/a/a%2Fb/save');
    expect(init.body).toBe('{"name":"合同"}');
    expect(init.headers).toMatchObject({ 'Content-Type': 'application/json' });
  });

  it('[7.6a] are form-encoded if the call says so', () => {
    const { init } = buildRequest(form, { grant_type: 'password', username: 'a b' }, options);
    expect(String(init.body)).toBe('grant_type=password&username=a+b');
  });

  it('carry files as multipart, or as they are with the rest in the query', () => {
    const blob = new Blob(['x']);
    const sent = buildRequest(multipart, { file: blob, kind: 'SEAL' }, options).init.body as FormData;
    expect(sent.get('kind')).toBe('SEAL');
    expect(sent.get('file')).toBeInstanceOf(Blob);
    const raw = buildRequest(bytes, { body: blob, name: 'a.pdf' }, options);
    expect(raw.url).toBe('/ecapi/file?name=a.pdf');
    expect(raw.init.body).toBe(blob);
  });
});

describe('questions that the page put before its files were there', () => {
  const answer = (data: string) =>
    new Response(JSON.stringify({ code: 200, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    });
  const put = (early: Promise<Response>, headers = options.headers) =>
    vi.stubGlobal('window', { signetEarly: { headers, answers: { '/ecapi/a/list?current=1': early } } });
  const ask = () => send(get, { current: 1 }, options);

  it('are not put again; each answer is used once', async () => {
    put(Promise.resolve(answer('early')));
    answerWith(JSON.stringify({ code: 200, message: '', data: 'later' }));
    expect(await ask()).toBe('early');
    expect(fetch).not.toHaveBeenCalled();
    expect(await ask()).toBe('later');
  });

  it('are repeated for another person, language or input, and if the early request failed', async () => {
    const early = () => Promise.resolve(answer('early'));
    answerWith(JSON.stringify({ code: 200, message: '', data: 'later' }));
    put(early(), { ...options.headers, 'X-Token': 'of another' });
    expect(await ask()).toBe('later');
    put(early(), { ...options.headers, 'Accept-Language': 'zh-CN' });
    answerWith(JSON.stringify({ code: 200, message: '', data: 'later' }));
    expect(await ask()).toBe('later');
    put(early());
    answerWith(JSON.stringify({ code: 200, message: '', data: 'later' }));
    expect(await send(get, { current: 2 }, options)).toBe('later');
    put(Promise.reject(new TypeError('network')));
    answerWith(JSON.stringify({ code: 200, message: '', data: 'later' }));
    expect(await ask()).toBe('later');
  });

  it('are forgotten when nobody took them', async () => {
    put(Promise.resolve(answer('early')));
    dropEarly();
    answerWith(JSON.stringify({ code: 200, message: '', data: 'later' }));
    expect(await ask()).toBe('later');
  });
});

describe('answers', () => {
  it.each([200, 100_000])('[8.1a] code %d is success', async (code) => {
    answerWith(JSON.stringify({ code, message: '', data: { a: 1 } }));
    expect(await send(get, {}, options)).toEqual({ a: 1 });
  });

  it('any other code is an error with the words of the server', async () => {
    answerWith(JSON.stringify({ code: 404000, message: '没有找到', data: null, requestId: 'r1' }));
    const error = await send(get, {}, options).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ kind: 'server', code: 404000, message: '没有找到', requestId: 'r1' });
  });

  it('[8.1h] a failing network is an error without words of its own', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('failed')));
    expect(await send(get, {}, options).catch((e: unknown) => e)).toMatchObject({
      kind: 'network',
      message: '',
    });
  });

  it('a response without an envelope is a server error', async () => {
    answerWith('<html>', { 'content-type': 'text/html' });
    expect(await send(get, {}, options).catch((e: unknown) => e)).toMatchObject({ kind: 'server' });
  });

  it('a response in steps reports each as its line arrives, and joins lines split anywhere', async () => {
    const text = '{"step":"consent"}\n{"step":"key"}\n{"code":200,"message":"","data":{"名":1}}\n';
    const cut = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of new TextEncoder().encode(text)) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    answerWith(cut, { 'content-type': 'application/x-ndjson' });
    const steps: string[] = [];
    expect(await send(post, { planId: 'a' }, { ...options, onStep: (s) => steps.push(s) })).toEqual({
      名: 1,
    });
    expect(steps).toEqual(['consent', 'key']);
  });

  it('one in steps that ends before its envelope is a failure of the network', async () => {
    answerWith('{"step":"consent"}\n{"code":20', { 'content-type': 'application/x-ndjson' });
    const failed = send(post, { planId: 'a' }, { ...options, onStep: () => undefined });
    expect(await failed.catch((e: unknown) => e)).toMatchObject({ kind: 'network' });
  });

  it('an aborted one is distinguished', async () => {
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      init.signal?.throwIfAborted();
    });
    const signal = AbortSignal.abort();
    expect(await send(get, {}, { ...options, signal }).catch((e: unknown) => e)).toMatchObject({
      kind: 'aborted',
    });
  });

  it('[7.1d] a download has the name of content-disposition', async () => {
    answerWith('bytes', {
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''%E5%90%88%E5%90%8C.pdf",
    });
    const { name, blob } = (await send(file, {}, options)) as { name: string; blob: Blob };
    expect(name).toBe('合同.pdf');
    expect(await blob.text()).toBe('bytes');
  });

  it.each([
    ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
    ['attachment; filename=a%20b.zip', 'a b.zip'],
    ["attachment; filename=x.pdf; filename*=UTF-8''%E7%AB%A0.pdf", '章.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename=100%.pdf', '100%.pdf'],
    [null, 'download'],
  ])('[7.1d] %s names %s', (header, name) => expect(fileName(header)).toBe(name));
});

describe('[4.25] the session is refreshed between refreshTime and expiresAtTime', () => {
  const token = (n: number) => ({
    accessToken: `a${n}`,
    refreshToken: `r${n}`,
    refreshTime: n * 1000,
    expiresAtTime: n * 1000 + 600_000,
    expiresAt: 0,
    entId: '',
    userId: 'u',
    username: '',
    name: '',
  });

  function setUp(now: number) {
    let held: ReturnType<typeof token> | undefined = token(1);
    const exchange = vi.fn(async () => token(900));
    const discard = vi.fn(async () => undefined);
    const fresh = createRefresher({
      read: () => held,
      write: (next) => {
        held = next;
      },
      exchange,
      discard,
      now: () => now,
    });
    return { fresh, exchange, discard, hold: (next: typeof held) => (held = next) };
  }

  it('[7.6c] one refresh runs, all who ask meanwhile wait for it; the used token is discarded', async () => {
    const { fresh, exchange, discard } = setUp(2000);
    const all = await Promise.all([fresh(), fresh(), fresh()]);
    expect(exchange).toHaveBeenCalledTimes(1);
    expect(all.map((one) => one?.accessToken)).toEqual(['a900', 'a900', 'a900']);
    expect(discard).toHaveBeenCalledExactlyOnceWith('r1');
  });

  it.each([
    ['before refreshTime', 500],
    ['after the end', 700_000],
  ])('%s nothing is refreshed', async (_, now) => {
    const { fresh, exchange } = setUp(now);
    expect((await fresh())?.accessToken).toBe('a1');
    expect(exchange).not.toHaveBeenCalled();
  });

  it('[9.20] from 10 minutes before its end on it is refreshed', async () => {
    const { expiresAtTime } = token(1);
    const before = setUp(expiresAtTime - 600_000);
    await before.fresh();
    expect(before.exchange).not.toHaveBeenCalled();
    const within = setUp(expiresAtTime - 600_000 + 1);
    await within.fresh();
    expect(within.exchange).toHaveBeenCalledExactlyOnceWith('r1', '');
  });

  it('a failed refresh rejects all who wait, and the next call tries again', async () => {
    const { fresh, exchange } = setUp(2000);
    exchange.mockRejectedValueOnce(new ClientError('network'));
    const both = await Promise.allSettled([fresh(), fresh()]);
    expect(both.map((one) => one.status)).toEqual(['rejected', 'rejected']);
    expect((await fresh())?.accessToken).toBe('a900');
    expect(exchange).toHaveBeenCalledTimes(2);
  });

  it('a logout while the answer is on its way stands', async () => {
    const { fresh, exchange, hold } = setUp(2000);
    exchange.mockImplementationOnce(async () => {
      hold(undefined);
      return token(900);
    });
    expect(await fresh()).toBeUndefined();
  });
});
