import { globSync, readFileSync } from 'node:fs';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fileQueryOf, keyOf, localKey, queryOf, renew, staleAfter } from '#app/query.ts';
import { type AnyCall, defineCall } from '#core/call.ts';
import { until } from '#tests/fixtures/until.ts';

const common = { access: { actor: 'session' as const, may: 'try' }, output: z.any(), summary: '' };
const listThings = defineCall({
  ...common,
  id: 'thing.list',
  method: 'GET',
  path: '/thing/page',
  input: z.object({ name: z.string() }),
});
const getPicture = defineCall({
  ...common,
  id: 'thing.getPicture',
  method: 'GET',
  path: '/thing/picture',
  answer: 'file',
  audited: true,
  input: z.object({}),
});
const listParts = defineCall({
  ...common,
  id: 'part.list',
  method: 'GET',
  path: '/part',
  input: z.object({}),
});
const getPart = defineCall({
  ...common,
  id: 'part.get',
  method: 'GET',
  path: '/part/one',
  input: z.object({}),
});
const change = { ...common, method: 'POST' as const, input: z.object({}) };
const saveThing = defineCall({ ...change, id: 'thing.save', path: '/thing/save' });
const moveThing = defineCall({
  ...change,
  id: 'thing.move',
  path: '/thing/move',
  changes: ['thing', 'part.list'],
});

afterEach(() => vi.unstubAllGlobals());

describe('the query of a call', () => {
  it('asks for a file once, whatever changed since: a viewer would open its pages anew', async () => {
    const ask = vi.fn(async () => new Response(new Blob(['a picture'])));
    vi.stubGlobal('fetch', ask);
    const client = new QueryClient();
    const seen = new QueryObserver(client, fileQueryOf(getPicture, {}));
    const stop = seen.subscribe(() => undefined);
    await until(() => expect(seen.getCurrentResult().data).toBeInstanceOf(Blob));
    const first = seen.getCurrentResult().data;
    await renew(client, staleAfter('thing'));
    await client.fetchQuery(fileQueryOf(getPicture, {}));
    expect(seen.getCurrentResult().data).toBe(first);
    expect(ask).toHaveBeenCalledTimes(1);
    stop();
  });

  it('has a key of the domain, the name, the input and what else its answer depends on', () => {
    expect(keyOf(listThings, { name: 'a' }, 'owner')).toEqual(['thing', 'list', { name: 'a' }, 'owner']);
    expect(queryOf(listThings, { name: 'a' }).queryKey).toEqual(['thing', 'list', { name: 'a' }]);
    expect(localKey('areas')[0]).toBe('local');
  });

  it('makes the call with its input, and gives the file of a call that answers one', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url.replace(/[?&]time=\d+/, ''));
      if (url.includes('picture')) return new Response('png', { headers: { 'content-type': 'image/png' } });
      return Response.json({ code: 200, message: '', data: ['one'] });
    });
    const client = new QueryClient();
    expect(await client.fetchQuery(queryOf(listThings, { name: 'a' }))).toEqual(['one']);
    expect(await (await client.fetchQuery(fileQueryOf(getPicture, {}))).text()).toBe('png');
    expect(asked).toEqual(['/ecapi/thing/page?name=a', '/ecapi/thing/picture']);
  });
});

describe('what is out of date after a call', () => {
  const staleIn = (...calls: (AnyCall | string)[]) => {
    const client = new QueryClient();
    for (const query of [queryOf(listThings, { name: 'a' }), queryOf(listParts, {}), queryOf(getPart, {})])
      client.setQueryData(query.queryKey as readonly unknown[], 'kept');
    const picture = fileQueryOf(getPicture, {});
    client
      .getQueryCache()
      .build(client, picture as object as { queryKey: readonly unknown[] })
      .setData('kept');
    const ticket = queryOf(saveThing, {});
    client
      .getQueryCache()
      .build(client, ticket as object as { queryKey: readonly unknown[] })
      .setData('kept');
    client.setQueryData(localKey('areas'), 'kept');
    void client.invalidateQueries(staleAfter(...calls));
    return client
      .getQueryCache()
      .findAll({ predicate: ({ state }) => state.isInvalidated })
      .map(({ queryKey: [domain, name] }) => `${domain}.${name}`);
  };

  it('is its own domain by default, less calls fetched once as recorded or creating something', () => {
    expect(staleIn(saveThing)).toEqual(['thing.list']);
  });

  it('is what it names: domains and single calls, of all that were made', () => {
    expect(staleIn(moveThing)).toEqual(['thing.list', 'part.list']);
    expect(staleIn(saveThing, moveThing)).toEqual(['thing.list', 'part.list']);
  });

  it('is every response of a named domain, if the change came from elsewhere', () => {
    expect(staleIn('part')).toEqual(['part.list', 'part.get']);
  });

  it('is nothing after a call that only reads', () => expect(staleIn(listThings)).toEqual([]));
});

it('an answer that was given before a change, and came after it, is asked for again', async () => {
  const client = new QueryClient();
  let things = ['old'];
  const answers: (() => void)[] = [];
  const seen = new QueryObserver<string[]>(client, {
    queryKey: keyOf(listThings, { name: '' }),
    queryFn: () => {
      const found = things;
      return new Promise((resolve) => answers.push(() => resolve(found)));
    },
  });
  const leave = seen.subscribe(() => {});
  things = ['new'];
  const renewed = renew(client, staleAfter(saveThing));
  answers[0]!();
  await until(() => expect(answers).toHaveLength(2));
  answers[1]!();
  await renewed;
  expect(seen.getCurrentResult().data).toEqual(['new']);
  leave();
});

it('no screen writes a key of the cache by hand', () => {
  const inline = globSync('app/**/*.{ts,tsx}').filter(
    (file) =>
      file !== 'app/query.ts' &&
      /\bqueryKey: (?!keyOf\(|localKey\(|\w+\.queryKey\b)/.test(readFileSync(file, 'utf8')),
  );
  expect(inline).toEqual([]);
});
