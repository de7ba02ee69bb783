import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newTokenFile } from '#agent/file-token/file-driver.ts';
import { PIN_ATTEMPTS } from '#agent/file-token/token-file.ts';
import {
  AGENT_PROTOCOL,
  OPEN_METHODS,
  RPC,
  SESSION_METHODS,
  type SessionMethod,
} from '#core/agent/protocol.ts';
import { importPairing, makeSessionKey } from '#core/agent/session.ts';
import { type Bytes, toBase64 } from '#core/bytes.ts';
import { isPlainLine } from '#core/validate/hidden-characters.ts';
import { INSIDES } from '#tests/fixtures/attack/judge.ts';
import { type Attempt, attempts } from '#tests/fixtures/attack/values.ts';
import { type Asked, inputsOf, withValue } from '#tests/fixtures/call-inputs.ts';
import { certifyKey, documentOf } from './documents.ts';
import { type Answer, openRawPage, type RawPage } from './raw-page.ts';
import { agentForTest, SITE, type TestAgent } from './with-agent.ts';

const PIN = '246810';
const ADMIN_PIN = '87654321';
/** Tries that a file token gives. */
const TRIES = PIN_ATTEMPTS;
const OTHER_SITE = 'https://other.example.com';

/** What a method asks of whoever has a session: nothing more, a PIN in the call, or that this connection gave the PIN. */
const NEEDS: Record<SessionMethod, 'nothing' | 'a PIN in it' | 'the PIN given'> = {
  health: 'nothing',
  'tokens.list': 'nothing',
  'certificates.list': 'nothing',
  'token.logout': 'nothing',
  'token.login': 'a PIN in it',
  'token.changePin': 'a PIN in it',
  'token.unlock': 'a PIN in it',
  'document.sign': 'the PIN given',
  'login.sign': 'the PIN given',
  'key.create': 'the PIN given',
  'certificate.store': 'the PIN given',
};
const METHODS = Object.keys(SESSION_METHODS) as SessionMethod[];

/** How an answer is told in a table: `done`, the failure's name, or the code of JSON-RPC. */
const outcome = ({ error }: Answer): string => (error ? (error.data?.name ?? String(error.code)) : 'done');

let agent: TestAgent;
let pairing: { pairingId: string; secret: Bytes };
let serial: string;
let keyId: string;
let certificate: Bytes;
const tokenOf = (label = '试用令牌') =>
  newTokenFile(join(agent.folder, 'tokens'), { label, pin: PIN, adminPin: ADMIN_PIN });
const kept = (name: string) => readFileSync(join(agent.folder, name), 'utf8');
const fileOf = (token: string) => kept(`tokens/${token}.signet-token`);
const tokenFile = (token: string) =>
  JSON.parse(fileOf(token)) as { attemptsLeft: number; adminAttemptsLeft: number; keys: unknown[] };

beforeAll(async () => {
  agent = await agentForTest({ origins: [SITE, OTHER_SITE] });
  serial = await tokenOf();
  const { client } = await agent.plain();
  const { salt } = await client.beginPairing();
  pairing = await client.pair(agent.code(), salt);
  await client.open(pairing.pairingId, await importPairing(pairing.secret));
  await client.call('tokens.list', {});
  await client.call('token.login', { serial, pin: PIN });
  ({ keyId, certificate } = await certifyKey(client, serial, 'EC'));
  client.close();
});
afterAll(() => agent.end());

/** What a test opened: nothing of it outlives the test, also where that ran out of time. */
const opened: RawPage[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((page) => page.close()));
});

/** Opens a connection; without `session` it has none. */
async function open({ origin = SITE, session = true } = {}): Promise<RawPage> {
  const page = await openRawPage(agent.port, origin, session ? pairing : undefined);
  opened.push(page);
  return page;
}

/** A good input of a method, for this token. */
async function inputOf(method: SessionMethod, of = serial): Promise<Record<string, unknown>> {
  const inputs: Record<SessionMethod, Record<string, unknown>> = {
    health: {},
    'tokens.list': {},
    'certificates.list': { serial: of },
    'token.logout': { serial: of },
    'token.login': { serial: of, pin: PIN },
    'token.changePin': { serial: of, pin: PIN, newPin: '13579135' },
    'token.unlock': { serial: of, adminPin: ADMIN_PIN, newPin: PIN },
    'document.sign': { serial: of, keyId, documents: [await documentOf('合同', certificate)] },
    'login.sign': { serial: of, keyId, challenge: 'c'.repeat(30) },
    'key.create': { serial: of, algorithm: 'EC', subject: '测试 UKey' },
    'certificate.store': { serial: of, keyId, certificate: toBase64(certificate) },
  };
  return inputs[method];
}

interface Plain {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}
/** Any request over HTTP, upgrades too: `101` is one that was let in. */
const over = (method: string, headers: Record<string, string>, path = '/', body = '') =>
  new Promise<Plain>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: agent.port, method, path, headers }, (response) => {
      let read = '';
      response.on('data', (part) => {
        read += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: read }),
      );
    });
    asked.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode!, headers: response.headers, body: '' });
    });
    asked.on('error', reject);
    asked.end(body);
  });

describe('the agent, to', () => {
  const foreign = ['https://evil.example.com', `${SITE}:8443`, `${SITE}.evil.com`, 'null', `${SITE}/`, '*'];
  const hosts = () => [
    'evil.example.com',
    `evil.example.com:${agent.port}`,
    '0.0.0.0',
    '[::1]',
    'localhost.evil.com',
  ];

  it.each(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    'a page of another site: is a closed door, whatever it asks (%s)',
    async (method) => {
      const senders: Record<string, string>[] = [
        ...foreign.map((Origin) => ({ Origin })),
        { Origin: SITE },
        ...hosts().map((Host) => ({ Host, Origin: SITE })),
        {
          Origin: foreign[0]!,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Private-Network': 'true',
        },
      ];
      for (const path of ['/', '/tokens.list', '//x', '/%00', '/../agent.log', '/pairings.json'])
        for (const headers of senders) {
          const body = method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"hello"}' : '';
          const answer = await over(method, headers, path, body);
          const said = `${method} ${path} ${JSON.stringify(headers)}`;
          expect([403, 426], said).toContain(answer.status);
          if ('Host' in headers) expect(answer.status, said).toBe(403);
          // That something listens is all that can be told, and no other site may read even that.
          expect(answer.body, said).toBe(answer.status === 426 ? 'Signet agent\n' : '');
          expect(
            Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
            said,
          ).toEqual([]);
        }
      console.log(`attack: ${6 * senders.length} ${method} requests to the agent from other sites and names`);
    },
  );

  it('a page of another site: opens no connection', async () => {
    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': toBase64(new Uint8Array(16)),
    };
    const senders: Record<string, string>[] = [
      ...foreign.map((Origin) => ({ Origin })),
      {},
      ...hosts().map((Host) => ({ Host, Origin: SITE })),
    ];
    for (const headers of senders)
      expect((await over('GET', { ...upgrade, ...headers })).status, JSON.stringify(headers)).toBe(403);
    expect((await over('GET', { ...upgrade, Origin: SITE })).status).toBe(101);
    console.log(`attack: ${senders.length} connections to the agent from other sites and under other names`);
  });

  it('a page without a pairing, or with another site’s: does nothing that needs a session', async () => {
    const before = [fileOf(serial), kept('pairings.json')];
    const plain = await open({ session: false });
    for (const method of METHODS)
      expect(outcome(await plain.ask(method, await inputOf(method))), method).toBe(
        String(RPC.METHOD_NOT_FOUND),
      );
    const other = await open({ origin: OTHER_SITE, session: false });
    expect((await other.ask('hello')).result).toMatchObject({ protocol: AGENT_PROTOCOL, paired: false });
    const { publicKey } = await makeSessionKey();
    const opening = { pairingId: pairing.pairingId, publicKey: toBase64(publicKey) };
    expect(outcome(await other.ask('session.open', opening))).toBe('NOT_PAIRED');
    for (const method of METHODS)
      expect(outcome(await other.ask(method, await inputOf(method))), method).toBe(
        String(RPC.METHOD_NOT_FOUND),
      );
    expect([fileOf(serial), kept('pairings.json')]).toEqual(before);
    console.log(`attack: ${METHODS.length * 2} methods of the agent without a session`);
  });

  it('a page without the PIN: uses no key that another page unlocked, and takes none away', async () => {
    const [holder, other] = [await open(), await open()];
    expect(outcome(await holder.ask('token.login', await inputOf('token.login')))).toBe('done');
    const before = fileOf(serial);
    for (const method of METHODS.filter((one) => NEEDS[one] !== 'a PIN in it')) {
      const answer = await other.ask(method, await inputOf(method));
      expect(outcome(answer), method).toBe(NEEDS[method] === 'nothing' ? 'done' : 'PIN_NEEDED');
    }
    expect(fileOf(serial)).toBe(before);
    // Whoever logs out is another: the page that gave the PIN goes on.
    expect(outcome(await holder.ask('document.sign', await inputOf('document.sign')))).toBe('done');
    // Another token's serial with this one's key, too.
    const second = await tokenOf('第二个');
    await holder.ask('tokens.list');
    for (const method of METHODS.filter((one) => NEEDS[one] === 'the PIN given'))
      expect(outcome(await holder.ask(method, await inputOf(method, second))), method).toBe('PIN_NEEDED');
    expect(tokenFile(second).keys).toEqual([]);
  });
});

describe('whatever stands in a message to the agent', () => {
  /** As a call of the product, so that the same values are tried. */
  const asked = (method: string, input: Asked['input']): Asked => ({
    input,
    body: 'json',
    path: `/${method}`,
  });

  function judge(schema: Asked['input'], answer: Answer, isTaken: boolean, said: string): string[] {
    const problems: string[] = [];
    if (answer.error?.code === RPC.INTERNAL) problems.push(`${said} was a defect`);
    if (answer.error && ![...Object.values(RPC)].includes(answer.error.code as never))
      problems.push(`${said} answered ${answer.error.code}`);
    if (INSIDES.test(answer.text)) problems.push(`${said} told ${INSIDES.exec(answer.text)![0].trim()}`);
    if (!isTaken && answer.error?.code !== RPC.INVALID_PARAMS) problems.push(`${said} was not refused`);
    if (!answer.error && !schema.safeParse(answer.result).success)
      problems.push(`${said} answered another thing`);
    return problems;
  }

  /** Bytes that are none. */
  const NO_BYTES = ['A', 'A===', '====', 'AAAA', 'MAA=', 'MIAAAA=='];

  /** What is tried with a method of a session, for this token: the same at each run. */
  async function attemptsAt(method: SessionMethod, of: string): Promise<Attempt[]> {
    const { params } = SESSION_METHODS[method];
    const good = await inputOf(method, of);
    const call = asked(method, params);
    const mades = inputsOf(call, () => keyId).map((made) => ({
      ...made,
      input: good,
      // Which token and which key is looked at first: what is beside a strange one is not.
      ids: made.places.filter(({ path }) => /^(serial|keyId)$/.test(String(path[0]))),
    }));
    const places = mades[0]!.places.filter(({ path }) => /message|certificate/.test(String(path.at(-1))));
    return [
      ...attempts(call, mades),
      ...NO_BYTES.flatMap((bytes) =>
        places.map(({ path }) => {
          const input = withValue(good, path, bytes);
          const taken = params.safeParse(input).success;
          return { input, taken, what: `${bytes} at ${path.join('.')}` };
        }),
      ),
    ];
  }

  it.each(METHODS)('is answered by what was asked for or by a named failure: %s', async (method) => {
    const of = NEEDS[method] === 'a PIN in it' ? await tokenOf() : serial;
    const page = await open();
    await page.ask('tokens.list');
    await page.ask('token.login', { serial, pin: PIN });
    const problems: string[] = [];
    for (const { input, taken, what } of await attemptsAt(method, of)) {
      const said = `${method} with ${what} (${JSON.stringify(input).slice(0, 160)})`;
      problems.push(...judge(SESSION_METHODS[method].result, await page.ask(method, input), taken, said));
    }
    expect(problems.join('\n')).toBe('');
  });

  type OpenMethod = keyof typeof OPEN_METHODS;
  // Each new code is one of ten in ten minutes: those are for the tests that pair.
  const WITHOUT_SESSION = (Object.keys(OPEN_METHODS) as OpenMethod[]).filter((one) => one !== 'pair.begin');

  /** What is tried with a method that needs no session. */
  function attemptsBefore(method: OpenMethod): Attempt[] {
    const { params } = OPEN_METHODS[method];
    const call = asked(method, params);
    const [made] = inputsOf(call, () => pairing.pairingId);
    const places = made!.places.filter(({ path }) => path[0] !== 'pairingId');
    const noKeys = ['A', 'A===', 'AAAA', `BA${'A'.repeat(86)}`, toBase64(new Uint8Array(65).fill(4))];
    return [
      ...attempts(call, [made!]),
      ...noKeys.flatMap((bytes) =>
        places.map(({ path }) => {
          const input = withValue(withValue(made!.input, ['pairingId'], pairing.pairingId), path, bytes);
          return { input, taken: params.safeParse(input).success, what: `${bytes} at ${path}` };
        }),
      ),
    ];
  }

  it.each(WITHOUT_SESSION)('is answered without a session, too: %s', async (method) => {
    const problems: string[] = [];
    const all = attemptsBefore(method);
    // Before a session thirty messages come at once.
    for (let at = 0; at < all.length; at += 25) {
      const page = await open({ session: false });
      for (const { input, taken, what } of all.slice(at, at + 25)) {
        const said = `${method} with ${what} (${JSON.stringify(input).slice(0, 160)})`;
        problems.push(...judge(OPEN_METHODS[method].result, await page.ask(method, input), taken, said));
      }
    }
    expect(problems.join('\n')).toBe('');
  });

  it('is over a hundred and fifty requests; none writes a line of its own, and the agent goes on', async () => {
    const ofSessions = await Promise.all(METHODS.map((method) => attemptsAt(method, serial)));
    const all = [...ofSessions, ...WITHOUT_SESSION.map(attemptsBefore)].flat();
    const taken = all.filter((one) => one.taken).length;
    console.log(
      `attack: ${taken} inputs that the agent's schemas take, ${all.length - taken} that they refuse`,
    );
    expect(taken).toBeGreaterThan(150);
    // Nothing of it writes a second line into the log, or turns one around.
    for (const line of agent.log().trimEnd().split('\n')) {
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z /);
      expect(isPlainLine(line), line).toBe(true);
    }
    expect(outcome(await (await open()).ask('health'))).toBe('done');
  });

  it('has one effect where it is said twice at once and once more', async () => {
    const own = await tokenOf('双击');
    const page = await open();
    await page.ask('tokens.list');
    await page.ask('token.login', { serial: own, pin: PIN });
    const twice = async (method: SessionMethod, input: Record<string, unknown>) => {
      const both = await page.atOnce([method, input], [method, input]);
      return [...both, await page.ask(method, input)];
    };
    // A key that has no certificate makes room for the next: of two at once the first may be gone before its request is made.
    const made = await twice('key.create', { serial: own, algorithm: 'EC', subject: '双击' });
    expect(['done', 'KEY_NOT_FOUND']).toContain(outcome(made[0]!));
    expect(made.slice(1).map(outcome)).toEqual(['done', 'done']);
    expect(tokenFile(own).keys).toHaveLength(1);
    const last = (made.at(-1)!.result as { keyId: string }).keyId;
    const storing = { serial: own, keyId: last, certificate: toBase64(certificate) };
    expect((await twice('certificate.store', storing)).map(outcome)).toEqual(['done', 'done', 'done']);
    expect((await page.ask('certificates.list', { serial: own })).result).toMatchObject({
      certificates: [{ keyId: last }],
    });
    // Each signature that goes out has its line.
    const title = `双击 ${last}`;
    const documents = [await documentOf(title, certificate)];
    await twice('document.sign', { serial: own, keyId: last, documents });
    expect(agent.log().split(title)).toHaveLength(1 + 3);
    // Whoever says the old PIN again is wrong, and that counts.
    const changing = { serial: own, pin: PIN, newPin: '13579135' };
    const changed = (await twice('token.changePin', changing)).map(outcome);
    expect(changed.slice(0, 2).sort()).toEqual(['PIN_WRONG', 'done']);
    expect(changed[2]).toBe('PIN_WRONG');
    expect(tokenFile(own)).toMatchObject({ attemptsLeft: TRIES - 2 });
    const unlocking = { serial: own, adminPin: ADMIN_PIN, newPin: PIN };
    expect((await twice('token.unlock', unlocking)).map(outcome)).toEqual(['done', 'done', 'done']);
    expect(tokenFile(own)).toMatchObject({ attemptsLeft: TRIES, adminAttemptsLeft: TRIES });
    // Twenty guesses at once are counted one by one, over all connections.
    const pages = await Promise.all(Array.from({ length: 4 }, () => open()));
    const guesses = await Promise.all(
      pages.flatMap((one, n) =>
        one.atOnce(
          ...Array.from({ length: 5 }, (_, m): [string, unknown] => [
            'token.login',
            { serial: own, pin: `00000${n}${m}` },
          ]),
        ),
      ),
    );
    expect(guesses.flat().filter((one) => outcome(one) === 'PIN_WRONG')).toHaveLength(TRIES - 1);
    expect(guesses.flat().filter((one) => outcome(one) === 'PIN_LOCKED')).toHaveLength(20 - (TRIES - 1));
    expect(outcome(await page.ask('token.login', { serial: own, pin: PIN }))).toBe('PIN_LOCKED');
    console.log('attack: 15 acts of the agent said twice at once and once more, 20 PINs at once');
  });

  it('pairs once, however often the proof of one code is said', async () => {
    const { client, raw } = await agent.plain(OTHER_SITE);
    const { salt } = await client.beginPairing();
    const said: string[] = [];
    raw.on('message', (data) => said.push(data.toString()));
    const { pairingId } = await client.pair(agent.code(), salt);
    expect(pairingId).toMatch(/^[0-9a-f]{32}$/);
    const before = kept('pairings.json');
    for (const id of [90, 91])
      raw.send(
        JSON.stringify({
          jsonrpc: '2.0',
          id,
          method: 'pair.confirm',
          params: { confirmation: toBase64(new Uint8Array(32)) },
        }),
      );
    await expect.poll(() => said.filter((one) => one.includes('PAIRING_CODE_WRONG')).length).toBe(2);
    expect(kept('pairings.json')).toBe(before);
    client.close();
  });
});
