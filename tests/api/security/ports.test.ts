import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSimulatedMessages } from '#core/internal/calls.ts';
import { signSyncToken } from '#core/sync/token.ts';
import { listeningOf } from '#tests/fixtures/listening.ts';
import { type Asked, ask } from '#tests/fixtures/raw-request.ts';
import { product } from '#tests/product.ts';

const portOf = (url: string): number => Number(new URL(url).port);
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const ORIGIN: Record<string, string> = { origin: 'https://evil.example' };
const HOST: Record<string, string> = { host: 'evil.example' };
const NOTHING: Record<string, string> = {};
const SQL = JSON.stringify({ requests: [{ type: 'execute', stmt: { sql: 'select id from account' } }] });

/** Every port that the services listen on, by what listens there. A new one has no place here until it has its tests. */
function ports() {
  const { pids, baseUrl, libsqlUrl, syncUrl } = product();
  const known = new Map([
    [portOf(baseUrl), 'entry'],
    [portOf(libsqlUrl), 'entry'],
    [portOf(syncUrl), 'entry'],
  ]);
  return Object.entries(pids).flatMap(([service, group]) =>
    listeningOf(group).map(({ program, address, port }) => ({
      name: `${service} ${program === 'MainThread' ? 'node' : program} ${known.get(port) ?? 'other'}`,
      address,
      port,
    })),
  );
}

const portNamed = (name: string): number => {
  const found = ports().find((one) => one.name === name);
  if (!found) throw new Error(`${name} does not listen: ${JSON.stringify(ports())}`);
  return found.port;
};

/** What Miniflare's own server for its workerd does for whoever may ask it. */
const LOOPBACK_WAYS: [string, Asked][] = [
  ['/core/store-temp-file?extension=txt', { method: 'POST', body: 'x' }],
  ['/core/dev-registry', {}],
  ['/core/public-url', {}],
  ['/core/log', { method: 'POST', headers: { 'MF-Log-Level': '1' }, body: 'x' }],
  ['/core/error', { method: 'POST', body: '{"message":"x","stack":"x"}' }],
  ['/browser/sessionIds', {}],
  ['/cdn-cgi/mf/reload', { headers: UPGRADE }],
  ['/', { headers: UPGRADE }],
  ['/', {}],
];

describe('every port that the product opens', () => {
  it('is in this list and on this machine only: none is an inspector', () => {
    expect(
      ports()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'libsql node entry',
      'libsql sqld other',
      'sync node other',
      'sync workerd entry',
      'worker node other',
      'worker workerd entry',
    ]);
    for (const { name, address } of ports()) expect(address, name).toBe('127.0.0.1');
  });

  for (const name of ['worker node other', 'sync node other'])
    it(`${name}: the server of Miniflare for its own workerd answers nobody else`, async () => {
      const port = portNamed(name);
      for (const [path, asked] of LOOPBACK_WAYS)
        for (const more of [NOTHING, ORIGIN, HOST, { 'mf-loopback-secret': 'x'.repeat(64) }]) {
          const answer = await ask(port, path, { ...asked, headers: { ...asked.headers, ...more } });
          expect([0, 403], `${path} ${JSON.stringify(more)}`).toContain(answer.status);
          expect(answer.body).toBe('');
        }
      // what a page could have done with a form: write any file, wherever the product may write
      const written = `signet-${randomUUID()}`;
      const file = join(tmpdir(), written);
      await ask(port, `/core/store-temp-file?extension=/../../../..${tmpdir()}/${written}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', ...ORIGIN },
        body: 'x',
      });
      const isWritten = existsSync(file);
      rmSync(file, { force: true });
      expect(isWritten).toBe(false);
    });

  for (const name of ['libsql node entry', 'libsql sqld other'])
    it(`${name}: the database responds to nobody without the token, whatever the headers`, async () => {
      const port = portNamed(name);
      const json = { 'content-type': 'application/json' };
      for (const path of ['/v2/pipeline', '/v3/pipeline', '/v3/cursor', '/v1/execute', '/v1/batch', '/'])
        for (const more of [
          NOTHING,
          ORIGIN,
          HOST,
          { authorization: 'Bearer x' },
          { authorization: `Basic ${btoa(':')}` },
        ]) {
          const answer = await ask(port, path, { method: 'POST', headers: { ...json, ...more }, body: SQL });
          expect(answer.status, `${path} ${JSON.stringify(more)}`).toBe(401);
          expect(answer.body).not.toContain('rows');
        }
      expect((await ask(port, '/dump')).status).toBe(401);
      // a token that somebody else has signed, and one that nobody has
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const [, claims, value] = product().libsqlToken.split('.');
      for (const token of [
        `${part({ alg: 'none', typ: 'JWT' })}.${claims}.`,
        `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: 'rw', id: 'x' })}.${value}`,
      ]) {
        const headers = { ...json, authorization: `Bearer ${token}` };
        expect((await ask(port, '/v2/pipeline', { method: 'POST', headers, body: SQL })).status).toBe(401);
      }
    });

  it('libsql node entry: the holder of the token is answered', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${product().libsqlToken}` };
    const asked = { method: 'POST', headers, body: SQL };
    expect((await ask(portNamed('libsql node entry'), '/v2/pipeline', asked)).status).toBe(200);
  });

  it('sync workerd entry: rooms answer the edge by its key and nobody from a browser', async () => {
    const port = portNamed('sync workerd entry');
    const room = 'events:ports';
    const path = `/parties/main/${room}`;
    const key = { authorization: `Bearer ${product().internalKey}` };
    const token = await signSyncToken(
      {
        jti: 'ports',
        sub: 'u1',
        name: '王芳',
        room,
        access: 'read',
        exp: Math.floor(Date.now() / 1000) + 600,
      },
      product().syncSecret,
    );
    const post = (headers: Record<string, string>) =>
      ask(port, path, { method: 'POST', headers, body: '{}' });
    const enter = (query: string, headers: Record<string, string> = {}) =>
      ask(port, `${path}${query}`, { headers: { ...UPGRADE, ...headers } });
    expect((await post({})).status).toBe(401);
    expect((await enter('')).status).toBe(401);
    expect((await post(key)).status).toBe(204);
    expect((await enter(`?token=${token}`)).status).toBe(101);
    // with the right key and the right ticket, but from a page, or under a name that somebody gave this machine
    for (const more of [ORIGIN, HOST]) {
      expect((await post({ ...key, ...more })).status).toBe(403);
      expect((await enter(`?token=${token}`, more)).status).toBe(403);
      expect((await ask(port, '/parties/main/health', { headers: more })).status).toBe(403);
    }
    for (const other of ['/', '/json', '/cdn-cgi/mf/scheduled', '/cdn-cgi/mf/reload'])
      expect((await ask(port, other)).status, other).toBe(404);
  });

  it('worker workerd entry: another Host gets 421 for every kind of path, before anything else', async () => {
    const port = portNamed('worker workerd entry');
    const kinds = [
      '/',
      '/login',
      '/home',
      '/sim',
      '/_root.data',
      '/ecapi/health',
      `/ecapi${listSimulatedMessages.path}`,
      '/ecapi/no/such/call',
      '/pki/ca/rsa.cer',
      '/sync/events:ports',
    ];
    for (const path of kinds) {
      for (const host of [
        'evil.example',
        'evil.example:8787',
        '127.0.0.1.evil.example',
        'localhost.evil.example',
      ])
        for (const more of [{}, path.startsWith('/sync') ? UPGRADE : {}])
          expect((await ask(port, path, { headers: { ...more, host } })).status, `${path} ${host}`).toBe(421);
      expect((await ask(port, path, { headers: { host: `localhost:${port}` } })).status, path).not.toBe(421);
    }
  });

  it('worker workerd entry: another site’s page gets no call or room, nobody one without a token', async () => {
    const port = portNamed('worker workerd entry');
    const room = 'events:ports';
    const token = await signSyncToken(
      {
        jti: 'ports',
        sub: 'u1',
        name: '王芳',
        room,
        access: 'read',
        exp: Math.floor(Date.now() / 1000) + 600,
      },
      product().syncSecret,
    );
    const enter = async (more: Record<string, string>) =>
      (await ask(port, `/sync/${room}?token=${token}`, { headers: { ...UPGRADE, ...more } })).status;
    expect(await enter({})).toBe(101);
    expect(await enter({ origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` })).toBe(101);
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${port + 1}`])
      expect(await enter({ origin }), origin).toBe(403);
    const call = async (headers: Record<string, string>) => {
      const asked = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      };
      return (JSON.parse((await ask(port, '/ecapi/notice/all/readFlag', asked)).body) as { code: number })
        .code;
    };
    expect(await call(ORIGIN)).toBe(403000);
    expect(await call({})).toBe(70000401);
  });

  it('worker workerd entry: headers and paths of Miniflare mean nothing from a client', async () => {
    const port = portNamed('worker workerd entry');
    const plain = await ask(port, '/ecapi/no/such/call');
    const tried: Record<string, string>[] = [
      { 'MF-Original-URL': 'http://evil.example/login' },
      { 'MF-Original-URL': 'no address' },
      { 'MF-Route-Override': 'MINIFLARE_LOOPBACK' },
      { 'MF-Proxy-Shared-Secret': 'x' },
      { 'MF-Custom-Fetch-Service': 'x' },
      { 'MF-Op': 'GET', 'MF-Op-Target': '0', 'MF-Op-Key': 'process' },
      { 'MF-Disable-Pretty-Error': 'true' },
      { 'MF-Original-Hostname': 'evil.example' },
    ];
    for (const headers of tried) {
      const answer = await ask(port, '/ecapi/no/such/call', { headers });
      expect(answer.status, JSON.stringify(headers)).toBe(plain.status);
      const [said, expected] = [answer, plain].map(({ body }) => (JSON.parse(body) as { code: number }).code);
      expect(said, JSON.stringify(headers)).toBe(expected);
    }
    const proxied = await ask(port, '/cdn-cgi/platform-proxy', {
      headers: {
        'MF-Op': 'GET',
        'MF-Op-Target': '1',
        'MF-Op-Key': 'TOKEN_SECRET',
        'MF-Op-Secret': '00'.repeat(32),
      },
    });
    expect(proxied.status).toBe(401);
    expect(proxied.body).toBe('');
  });
});
