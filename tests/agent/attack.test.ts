import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { newTokenFile } from '#agent/file-token/file-driver.ts';
import { PIN_ATTEMPTS } from '#agent/file-token/token-file.ts';
import {
  AGENT_PROTOCOL,
  OPEN_METHODS,
  RPC,
  rpcAnswer,
  SESSION_METHODS,
  type SessionMethod,
} from '#core/agent/protocol.ts';
import { importPairing, makeSessionKey, openFrames } from '#core/agent/session.ts';
import { type Bytes, fromBase64, toBase64 } from '#core/bytes.ts';
import { isPlainLine } from '#core/validate/hidden-characters.ts';
import { INSIDES } from '#tests/fixtures/attack/judge.ts';
import { attempts } from '#tests/fixtures/attack/values.ts';
import { type Asked, inputsOf, withValue } from '#tests/fixtures/call-inputs.ts';
import { certifyKey, documentOf } from './documents.ts';
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

interface Answer {
  result?: unknown;
  error?: { code: number; message: string; data?: { name: string; pin?: { attemptsLeft: number | null } } };
  text: string;
}
/** How an answer is told in a table: `done`, the failure's name, or the code of JSON-RPC. */
const outcome = ({ error }: Answer): string => (error ? (error.data?.name ?? String(error.code)) : 'done');

/** A page that says what it likes, and reads every word of what is answered. */
interface Page {
  ask(method: string, params?: unknown): Promise<Answer>;
  /** All of them in one frame, so that nothing comes between. */
  atOnce(...asked: [method: string, params: unknown][]): Promise<Answer[]>;
  close(): void;
}

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

/** Opens a connection; without `session` it has none. */
async function open({ origin = SITE, session = true } = {}): Promise<Page> {
  const raw = new WebSocket(`ws://127.0.0.1:${agent.port}`, { origin });
  const waiting = new Map<number, (answer: Answer) => void>();
  let frames: Awaited<ReturnType<typeof openFrames>> | undefined;
  let gone: (why: Error) => void = () => {};
  const closed = new Promise<never>((_, reject) => {
    gone = reject;
  });
  closed.catch(() => undefined);
  raw.on('close', (code, why) => gone(new Error(`closed: ${code} ${why}`)));
  let reading = Promise.resolve();
  raw.on('message', (data: Buffer, binary) => {
    reading = reading.then(async () => {
      const text = binary ? await frames!.open(new Uint8Array(data)) : data.toString();
      for (const one of [JSON.parse(text)].flat()) {
        if ('method' in one) continue;
        const answer = rpcAnswer.strict().parse(one);
        waiting.get(answer.id!)?.({ ...answer, text: JSON.stringify(one) } as Answer);
      }
    });
  });
  await new Promise((resolve, reject) => raw.once('open', resolve).once('error', reject));
  let id = 0;
  let sending = Promise.resolve();
  const atOnce: Page['atOnce'] = (...asked) => {
    const messages = asked.map(([method, params]) => ({ jsonrpc: '2.0', id: ++id, method, params }));
    const answers = messages.map((one) => new Promise<Answer>((done) => waiting.set(one.id, done)));
    sending = sending.then(async () => {
      const text = JSON.stringify(messages.length === 1 ? messages[0] : messages);
      raw.send(frames ? await frames.seal(text) : text);
    });
    return Promise.race([Promise.all(answers), closed]);
  };
  const ask: Page['ask'] = async (method, params = {}) => (await atOnce([method, params]))[0]!;
  if (session) {
    const own = await makeSessionKey();
    const { pairingId, secret } = pairing;
    const { result } = await ask('session.open', { pairingId, publicKey: toBase64(own.publicKey) });
    const { publicKey } = result as { publicKey: string };
    frames = await openFrames('page', own, fromBase64(publicKey), await importPairing(secret), origin);
  }
  return { ask, atOnce, close: () => raw.close() };
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
  it('a page of another site: is a closed door, whatever it asks by whatever method', async () => {
    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': toBase64(new Uint8Array(16)),
    };
    const foreign = ['https://evil.example.com', `${SITE}:8443`, `${SITE}.evil.com`, 'null', `${SITE}/`, '*'];
    const hosts = [
      'evil.example.com',
      `evil.example.com:${agent.port}`,
      '0.0.0.0',
      '[::1]',
      'localhost.evil.com',
    ];
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];
    let tried = 0;
    for (const method of methods)
      for (const path of ['/', '/tokens.list', '//x', '/%00', '/../agent.log', '/pairings.json'])
        for (const headers of [
          ...foreign.map((Origin) => ({ Origin })),
          { Origin: SITE },
          ...hosts.map((Host) => ({ Host, Origin: SITE })),
          {
            Origin: foreign[0]!,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Private-Network': 'true',
          },
        ] as Record<string, string>[]) {
          tried++;
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
    for (const headers of [
      ...foreign.map((Origin) => ({ Origin })),
      {},
      ...hosts.map((Host) => ({ Host, Origin: SITE })),
    ]) {
      tried++;
      expect((await over('GET', { ...upgrade, ...headers })).status, JSON.stringify(headers)).toBe(403);
    }
    expect((await over('GET', { ...upgrade, Origin: SITE })).status).toBe(101);
    console.log(`attack: ${tried} requests to the agent from other sites and under other names`);
  });

  it('a page without a pairing, or with another site’s: does nothing that needs a session', async () => {
    const before = [fileOf(serial), kept('pairings.json')];
    const plain = await open({ session: false });
    for (const method of METHODS)
      expect(outcome(await plain.ask(method, await inputOf(method))), method).toBe(
        String(RPC.METHOD_NOT_FOUND),
      );
    plain.close();
    const other = await open({ origin: OTHER_SITE, session: false });
    expect((await other.ask('hello')).result).toMatchObject({ protocol: AGENT_PROTOCOL, paired: false });
    const { publicKey } = await makeSessionKey();
    const opening = { pairingId: pairing.pairingId, publicKey: toBase64(publicKey) };
    expect(outcome(await other.ask('session.open', opening))).toBe('NOT_PAIRED');
    for (const method of METHODS)
      expect(outcome(await other.ask(method, await inputOf(method))), method).toBe(
        String(RPC.METHOD_NOT_FOUND),
      );
    other.close();
    expect([fileOf(serial), kept('pairings.json')]).toEqual(before);
    console.log(`attack: ${METHODS.length * 2} methods of the agent without a session`);
  });

  it('a page that did not give the PIN: uses no key, though another page of the site gave it, and takes none away', async () => {
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
    holder.close();
    other.close();
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

  it('is answered: by what was asked for or by a named failure, and the agent goes on', async () => {
    const problems: string[] = [];
    const tried = { taken: 0, refused: 0 };
    for (const method of METHODS) {
      const schema = SESSION_METHODS[method];
      const of = NEEDS[method] === 'a PIN in it' ? await tokenOf() : serial;
      const page = await open();
      await page.ask('tokens.list');
      await page.ask('token.login', { serial, pin: PIN });
      const good = await inputOf(method, of);
      const call = asked(method, schema.params);
      const mades = inputsOf(call, () => keyId).map((made) => ({
        ...made,
        input: good,
        // Which token and which key is looked at first: what is beside a strange one is not.
        ids: made.places.filter(({ path }) => /^(serial|keyId)$/.test(String(path[0]))),
      }));
      for (const { input, taken, what } of attempts(call, mades)) {
        tried[taken ? 'taken' : 'refused']++;
        const said = `${method} with ${what} (${JSON.stringify(input).slice(0, 160)})`;
        const answer = await page.ask(method, input);
        problems.push(...judge(schema.result, answer, taken, said));
      }
      // Bytes that are none, in every place that asks for some.
      for (const bytes of ['A', 'A===', '====', 'AAAA', 'MAA=', 'MIAAAA=='])
        for (const { path } of mades[0]!.places.filter(({ path }) =>
          /message|certificate/.test(String(path.at(-1))),
        )) {
          tried.taken++;
          const input = withValue(good, path, bytes);
          const answer = await page.ask(method, input);
          const taken = schema.params.safeParse(input).success;
          problems.push(
            ...judge(schema.result, answer, taken, `${method} with ${bytes} at ${path.join('.')}`),
          );
        }
      page.close();
    }
    for (const method of Object.keys(OPEN_METHODS) as (keyof typeof OPEN_METHODS)[]) {
      // Each new code is one of ten in ten minutes: those are for the tests that pair.
      if (method === 'pair.begin') continue;
      const schema = OPEN_METHODS[method];
      const call = asked(method, schema.params);
      const [made] = inputsOf(call, () => pairing.pairingId);
      const places = made!.places.filter(({ path }) => path[0] !== 'pairingId');
      const inputs = [
        ...attempts(call, [made!]),
        ...['A', 'A===', 'AAAA', `BA${'A'.repeat(86)}`, toBase64(new Uint8Array(65).fill(4))].flatMap(
          (bytes) =>
            places.map(({ path }) => {
              const input = withValue(withValue(made!.input, ['pairingId'], pairing.pairingId), path, bytes);
              return { input, taken: schema.params.safeParse(input).success, what: `${bytes} at ${path}` };
            }),
        ),
      ];
      // Before a session thirty messages come at once.
      for (let at = 0; at < inputs.length; at += 25) {
        const page = await open({ session: false });
        for (const { input, taken, what } of inputs.slice(at, at + 25)) {
          tried[taken ? 'taken' : 'refused']++;
          const said = `${method} with ${what} (${JSON.stringify(input).slice(0, 160)})`;
          problems.push(...judge(schema.result, await page.ask(method, input), taken, said));
        }
        page.close();
      }
    }
    console.log(
      `attack: ${tried.taken} inputs that the agent's schemas take and ${tried.refused} that they refuse`,
    );
    expect(problems.join('\n')).toBe('');
    expect(tried.taken).toBeGreaterThan(150);
    // Nothing of it writes a second line into the log, or turns one around.
    for (const line of agent.log().trimEnd().split('\n')) {
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z /);
      expect(isPlainLine(line), line).toBe(true);
    }
    const again = await open();
    expect(outcome(await again.ask('health'))).toBe('done');
    again.close();
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
    for (const one of [page, ...pages]) one.close();
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
