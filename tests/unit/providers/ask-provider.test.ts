import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { askForJson, askForSuccess, type Provider } from '#edge/kernel/providers/ask-provider.ts';
import { faultIn } from '#tests/fixtures/faults.ts';

const asked: string[] = [];
const service = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  switch (request.url) {
    case '/base/long':
      return response.end('x'.repeat(70_000));
    case '/base/elsewhere':
      return response.writeHead(307, { Location: '/base/good' }).end();
    case '/base/torn':
      return response.writeHead(200, { 'Content-Length': '50' }).write('{', () => request.socket.destroy());
    case '/base/refused':
      return response.writeHead(403).end('{"secret":"s3cret"}');
    default:
      return response.end('{"good":"yes","secret":"s3cret"}');
  }
});

let provider: Provider;
beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/base/`;
  provider = {
    name: 'test service',
    url,
    authorization: 'Bearer s3cret',
    failure: (words) => new Error(words),
  };
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
});
afterEach(() => vi.restoreAllMocks());

const good = z.object({ good: z.string() });
const wordsOf = (path: string, schema: z.ZodType = good) =>
  askForJson(provider, { path, json: { secret: 's3cret' } }, schema).then(
    () => 'taken',
    (error: Error) => error.message,
  );

it('says in words that hold no secret what a provider did wrong', async () => {
  expect(await wordsOf('/long')).toBe('the test service answered more than is taken');
  expect(await wordsOf('/torn')).toBe('the test service did not answer (TypeError)');
  expect(await wordsOf('/refused')).toBe('the test service answered 403');
  expect(await wordsOf('/good', z.object({ secret: z.number() }))).toBe(
    'the test service answered what it may not',
  );
  expect(await askForJson(provider, { path: '/good' }, good)).toEqual({ good: 'yes' });
  expect(asked.at(-1)).toBe('GET /base/good');
});

it('does not follow a provider elsewhere', async () => {
  asked.length = 0;
  expect(await wordsOf('/elsewhere')).toBe('the test service answered 307');
  expect(asked).toEqual(['POST /base/elsewhere']);
});

it('waits ten seconds and no longer', async () => {
  const limit = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')));
  expect(await wordsOf('/good')).toBe('the test service did not answer (TimeoutError)');
  expect(limit).toHaveBeenCalledWith(10_000);
});

it('reads no body where only the status counts', async () => {
  expect(await askForSuccess(provider, { path: '/long', json: {}, most: 0 })).toMatchObject({ status: 200 });
});

it('is UNAVAILABLE, with the words in the log, where a driver names no error of its own', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { failure: _own, ...plain } = provider;
  await expect(askForJson(plain, { path: '/refused' }, good)).rejects.toMatchObject({ name: 'UNAVAILABLE' });
  expect(said.mock.calls.flat().map(faultIn)).toEqual(['the test service: answered 403']);
});
