import { rmSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { newTokenFile, openFileDriver } from '#agent/file-token/file-driver.ts';
import { allowing } from '#agent/start-agent.ts';
import type { AgentClient } from '#core/agent/client.ts';
import { MESSAGE_MAX } from '#core/agent/ports.ts';
import { importPairing } from '#core/agent/session.ts';
import { toBase64 } from '#core/bytes.ts';
import { untilFound } from '#tests/fixtures/until.ts';
import { certifyKey, documentOf, isSigned } from './documents.ts';
import { agentForTest, SITE, type TestAgent } from './with-agent.ts';

const PIN = '246810';
const ADMIN_PIN = '87654321';
let agent: TestAgent;
let serial: string;
beforeAll(async () => {
  agent = await agentForTest();
  serial = await newTokenFile(join(agent.folder, 'tokens'), {
    label: '试用令牌',
    pin: PIN,
    adminPin: ADMIN_PIN,
  });
  // Asked for its tokens it looks at once, and not only when its time has come.
  const first = await agent.connect();
  await first.call('tokens.list', {});
  first.close();
});
afterAll(() => agent.end());

const closed = (raw: WebSocket) => new Promise<number>((resolve) => raw.once('close', resolve));
/** The status of an upgrade that is refused. */
const refusal = (options: { origin?: string; host?: string }) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: agent.port,
        headers: {
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': toBase64(new Uint8Array(16)),
          ...(options.origin === undefined ? {} : { Origin: options.origin }),
          ...(options.host === undefined ? {} : { Host: options.host }),
        },
      },
      (response) => resolve(response.statusCode),
    );
    asked.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    asked.on('error', reject);
    asked.end();
  });

it('[1.8] takes pages of allowed sites only, and only under the names of this machine', async () => {
  expect(await refusal({ origin: SITE })).toBe(101);
  for (const origin of [
    'https://evil.example.com',
    'http://sign.example.com',
    `${SITE}.evil.com`,
    `${SITE}:8443`,
    'null',
    '',
  ])
    expect(await refusal({ origin }), origin).toBe(403);
  expect(await refusal({})).toBe(403);
  // A name that was made to lead to this machine (DNS rebinding).
  for (const host of ['evil.example.com', `evil.example.com:${agent.port}`, '127.0.0.1.evil.com', '0.0.0.0'])
    expect(await refusal({ origin: SITE, host }), host).toBe(403);
  expect(agent.log()).toContain('https://evil.example.com: refused');
});

it('allows any port only for this machine itself', () => {
  const allows = allowing(['http://127.0.0.1:*', 'https://a.example.com:*', SITE]);
  expect(['http://127.0.0.1:8787', SITE].every(allows)).toBe(true);
  for (const origin of [
    'http://127.0.0.1:87x',
    'http://127.0.0.1:',
    'https://a.example.com:1',
    'http://127.0.0.1.evil.com:80',
  ])
    expect(allows(origin), origin).toBe(false);
});

it('[1.8] pairs a site once, by a code that only its user sees, and bounds wrong ones', async () => {
  const own = await agentForTest();
  try {
    const { client, raw } = await own.plain();
    expect(await client.hello()).toMatchObject({ name: 'signet-agent', paired: false });
    const { salt } = await client.beginPairing();
    const wrong = own.code() === '000000' ? '000001' : '000000';
    for (let i = 0; i < 3; i++) await expect(client.pair(wrong, salt)).rejects.toThrow('PAIRING_CODE_WRONG');
    // After three guesses even the right one is none.
    await expect(client.pair(own.code(), salt)).rejects.toThrow('PAIRING_CODE_WRONG');
    const again = await client.beginPairing();
    const { pairingId, secret } = await client.pair(own.code(), again.salt);
    expect((await client.hello()).paired).toBe(true);
    await client.open(pairingId, await importPairing(secret));
    expect((await client.call('health', {})).version).toBe('2.5.0');
    client.close();
    await closed(raw);
    // The next connection needs no code.
    const next = await own.plain();
    await next.client.open(pairingId, await importPairing(secret));
    expect((await next.client.call('tokens.list', {})).tokens).toEqual([]);
    // Ten codes in ten minutes, over all connections.
    for (let i = 0; i < 8; i++) await (await own.plain()).client.beginPairing();
    await expect((await own.plain()).client.beginPairing()).rejects.toThrow('PAIRING_TOO_OFTEN');
    expect(own.log().match(/tried a pairing code/g)).toHaveLength(4);
    expect(own.log()).not.toContain(`${own.code()}`);
  } finally {
    await own.end();
  }
});

it('opens no session without the secret, with another site’s pairing or another secret', async () => {
  const { client } = await agent.plain();
  const { salt } = await client.beginPairing();
  const { pairingId, secret } = await client.pair(agent.code(), salt);
  const stranger = await agent.plain();
  await expect(stranger.client.open('0'.repeat(32), await importPairing(secret))).rejects.toThrow(
    'NOT_PAIRED',
  );
  const liar = await agent.plain();
  await liar.client.open(pairingId, await importPairing(new Uint8Array(16)));
  await expect(liar.client.call('tokens.list', {})).rejects.toThrow('AGENT_GONE');
  const other = await agentForTest({ folder: agent.folder, origins: [SITE, 'https://b.example.com'] });
  try {
    const page = await other.plain('https://b.example.com');
    await expect(page.client.open(pairingId, await importPairing(secret))).rejects.toThrow('NOT_PAIRED');
  } finally {
    await other.stop();
  }
});

it('[1.8] sends no PIN in clear, and nothing recorded can be played again', async () => {
  const { client, raw, frames } = await agent.plain();
  const { salt } = await client.beginPairing();
  const { pairingId, secret } = await client.pair(agent.code(), salt);
  await client.open(pairingId, await importPairing(secret));
  const before = frames.length;
  await client.call('token.login', { serial, pin: PIN });
  const [login] = frames.slice(before) as [Uint8Array<ArrayBuffer>];
  expect(login).toBeInstanceOf(Uint8Array);
  for (const frame of frames)
    expect(typeof frame === 'string' ? frame : Buffer.from(frame).toString('latin1')).not.toContain(PIN);
  // In the same connection …
  raw.send(login);
  expect(await closed(raw)).toBe(1008);
  // … and in a new one with the same pairing, all frames from its beginning.
  const replay = await agent.plain();
  const said: string[] = [];
  replay.raw.on('message', (_data, binary) => binary && said.push('sealed'));
  for (const frame of frames) replay.raw.send(frame);
  expect(await closed(replay.raw)).toBe(1008);
  expect(said).toEqual([]);
  // A session talks in sealed frames only.
  const plain = await agent.plain();
  await plain.client.open(pairingId, await importPairing(secret));
  plain.raw.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tokens.list', params: {} }));
  expect(await closed(plain.raw)).toBe(1008);
});

it('[1.8] answers JSON-RPC errors, and ends connections that send too much or too often', async () => {
  const { raw } = await agent.plain();
  const answers: { id: number | null; error?: { code: number } }[] = [];
  raw.on('message', (data) => answers.push(JSON.parse(data.toString())));
  for (const text of [
    'no json',
    '{"jsonrpc":"1.0"}',
    '{"jsonrpc":"2.0","id":5,"method":"toString"}',
    '{"jsonrpc":"2.0","id":6,"method":"token.login","params":{}}',
    '{"jsonrpc":"2.0","id":7,"method":"pair.exchange","params":{"share":"%%%"}}',
    '{"jsonrpc":"2.0","id":8,"method":"pair.exchange","params":{"share":"AAAA"}}',
  ])
    raw.send(text);
  await untilFound(() => (answers.length === 6 ? true : undefined));
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
    [null, -32700],
    [null, -32600],
    [5, -32601],
    [6, -32601],
    [7, -32602],
    [8, -32000],
  ]);
  const flood = await agent.plain();
  for (let i = 0; i < 60; i++) flood.raw.send('{"jsonrpc":"2.0","id":1,"method":"hello"}');
  expect(await closed(flood.raw)).toBe(1008);
  const large = await agent.plain();
  large.raw.send('x'.repeat(MESSAGE_MAX + 1));
  expect(await closed(large.raw)).toBe(1009);
  const session = await agent.connect();
  const many = Array.from({ length: 4_000 }, () =>
    session.call('health', {}).then(
      () => 1,
      () => 0,
    ),
  );
  const done = (await Promise.all(many)).reduce<number>((n, one) => n + one, 0);
  expect(done).toBeGreaterThanOrEqual(400);
  expect(done).toBeLessThan(4_000);
});

it('[1.8] signs documents only, logs the title, pages and digest that it shows, and no secret', async () => {
  const client = await agent.connect();
  await client.call('token.login', { serial, pin: PIN });
  const { keyId, certificate } = await certifyKey(client, serial, 'EC');
  const document = await documentOf('采购合同\n假的一行', certificate);
  const { values } = await client.call('document.sign', { serial, keyId, documents: [document] });
  expect(await isSigned('EC', certificate, document.message, values[0]!)).toBe(true);
  const log = agent.log();
  expect(log).toContain(`signed with ${serial}: 采购合同 假的一行, 3 page(s), digest ${document.digest}`);
  for (const secret of [PIN, ADMIN_PIN, agent.code()]) expect(log).not.toContain(secret);
  const sign = (change: object) =>
    client.call('document.sign', { serial, keyId, documents: [{ ...document, ...change }] });
  // Another digest than the one that is shown, and what is no document at all.
  await expect(sign({ digest: 'ab'.repeat(32) })).rejects.toThrow('NOT_A_DOCUMENT');
  for (const text of ['signet-login-v1\0https://sign.example.com\0challenge', '', 'x'.repeat(100)])
    await expect(sign({ message: toBase64(new TextEncoder().encode(text)) })).rejects.toThrow(
      'NOT_A_DOCUMENT',
    );
  await expect(sign({ title: '' })).rejects.toThrow('wrong parameters');
  await expect(sign({ pages: 0 })).rejects.toThrow('wrong parameters');
  await expect(
    client.call('document.sign', { serial, keyId: 'ffff', documents: [document] }),
  ).rejects.toThrow('KEY_NOT_FOUND');
});

it('[1.8] gives nothing out that its log cannot hold', async () => {
  const own = await agentForTest();
  try {
    const ownSerial = await newTokenFile(join(own.folder, 'tokens'), {
      label: '令牌',
      pin: PIN,
      adminPin: ADMIN_PIN,
    });
    const client = await own.connect();
    await client.call('tokens.list', {});
    await client.call('token.login', { serial: ownSerial, pin: PIN });
    const { keyId, certificate } = await certifyKey(client, ownSerial, 'EC');
    const documents = [await documentOf('合同', certificate)];
    const sign = () => client.call('document.sign', { serial: ownSerial, keyId, documents });
    expect((await sign()).values).toHaveLength(1);
    // A disk without room: what is written there fails.
    rmSync(join(own.folder, 'agent.log'));
    symlinkSync('/dev/full', join(own.folder, 'agent.log'));
    expect(
      await untilFound(() =>
        sign().then(
          () => undefined,
          (error) => error.name,
        ),
      ),
    ).toBe('AGENT_GONE');
    await expect(own.connect()).rejects.toThrow('AGENT_GONE');
    // With room again it goes on, and nothing that happened meanwhile is missing.
    rmSync(join(own.folder, 'agent.log'));
    await untilFound(async () => (await own.plain()).client.hello().catch(() => undefined));
    expect(own.log()).toContain('connection closed, the log cannot be written');
    expect(own.log()).toContain(`digest ${documents[0]!.digest}`);
  } finally {
    await own.end();
  }
});

it('[5.14b] asks each connection for the PIN, once', async () => {
  const [a, b] = [await agent.connect(), await agent.connect()];
  await expect(a.call('key.create', { serial, algorithm: 'EC', subject: 'x' })).rejects.toThrow('PIN_NEEDED');
  // Each page is told whether it has to ask.
  const seen = new Map<AgentClient, boolean | undefined>();
  for (const one of [a, b])
    one.watch(
      (tokens) => seen.set(one, tokens.find((token) => token.serial === serial)?.unlocked),
      () => {},
    );
  await a.call('token.login', { serial, pin: PIN });
  await untilFound(() => (seen.get(a) === true && seen.get(b) === false ? true : undefined));
  const { keyId, certificate } = await certifyKey(a, serial, 'EC');
  const documents = [await documentOf('合同', certificate)];
  await a.call('document.sign', { serial, keyId, documents });
  await a.call('document.sign', { serial, keyId, documents });
  // Certificates are seen without it, signing is not.
  expect((await b.call('certificates.list', { serial })).certificates.length).toBeGreaterThan(0);
  await expect(b.call('document.sign', { serial, keyId, documents })).rejects.toThrow('PIN_NEEDED');
  await expect(b.call('login.sign', { serial, keyId, challenge: 'c'.repeat(30) })).rejects.toThrow(
    'PIN_NEEDED',
  );
  await a.call('token.logout', { serial });
  await untilFound(() => (seen.get(a) === false ? true : undefined));
  await expect(a.call('document.sign', { serial, keyId, documents })).rejects.toThrow('PIN_NEEDED');
  // A connection that goes takes its PIN along.
  await a.call('token.login', { serial, pin: PIN });
  a.close();
  await untilFound(async () =>
    (await b.call('tokens.list', {})).tokens[0]?.unlocked === false ? true : undefined,
  );
  await expect(b.call('document.sign', { serial, keyId, documents })).rejects.toThrow('PIN_NEEDED');
});

it('stops gracefully: pages are told, the port is free, and what was kept is there at restart', async () => {
  const own = await agentForTest();
  const { client, raw } = await own.plain();
  const { salt } = await client.beginPairing();
  const { pairingId, secret } = await client.pair(own.code(), salt);
  await client.open(pairingId, await importPairing(secret));
  let gone = false;
  client.watch(
    () => {},
    () => {
      gone = true;
    },
  );
  const end = closed(raw);
  await own.stop();
  expect(await end).toBe(1001);
  expect(gone).toBe(true);
  const next = await agentForTest({ folder: own.folder, ports: [own.port] });
  try {
    const again = await next.plain();
    await again.client.open(pairingId, await importPairing(secret));
    expect((await again.client.call('health', {})).drivers).toEqual([
      { name: 'file tokens', state: 'ready' },
    ]);
  } finally {
    await next.stop();
    rmSync(own.folder, { recursive: true });
  }
});

it('keeps keys of file tokens sealed on the disk', async () => {
  const driver = openFileDriver(join(agent.folder, 'tokens'));
  await expect(driver.key(serial, 'aa')).rejects.toThrow('PIN_NEEDED');
  await driver.close();
});
