import type { ServerBuild } from '@remix-run/cloudflare';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MODES, refusedMode } from '#core/config/mode.ts';
import { PRODUCTION_SETTINGS, refusedSettings } from '#core/config/production-settings.ts';
import { SECRET_NAMES } from '#core/config/secret-names.ts';
import type { Env } from '#edge/kernel/env.ts';
import { enter, isFromForeignPage } from '#edge/kernel/http/enter.ts';
import { createWorker } from '#edge/worker.ts';
import { createServer } from '../../../server.ts';

afterEach(() => vi.restoreAllMocks());

const secret = btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, i) => i + 1)));
const secrets = Object.fromEntries(SECRET_NAMES.map((name) => [name, secret]));
const settings = Object.fromEntries(PRODUCTION_SETTINGS.map(({ name }) => [name, 'https://x.example']));
const env = (more: Partial<Record<keyof Env, string>> = {}) =>
  ({ SIGNET_MODE: 'local', ...secrets, ...more }) as unknown as Env;

describe('the mode', () => {
  it('[9.35i] must be pro, uat, sit or local: another is an error message, and nothing is served', async () => {
    expect(MODES).toEqual(['pro', 'uat', 'sit', 'local']);
    for (const mode of MODES) expect(refusedMode(mode)).toBeNull();
    vi.spyOn(console, 'error').mockReturnValue();
    const pages = vi.fn();
    const worker = createWorker({ pages });
    for (const mode of ['prod', 'PRO', 'Pro', 'production', '', ' pro', 'pro ', 'dev', 'test', undefined]) {
      const sentence = `SIGNET_MODE is ${mode === undefined ? 'not set' : `"${mode}"`}: set it to pro, uat, sit or local, written like this; see docs/deploy.md.`;
      expect(refusedMode(mode)).toBe(sentence);
      for (const path of ['/login', '/ecapi/health', '/ecapi/sim/messages', '/pki/ca/rsa.cer', '/sync/x']) {
        const given = { ...env(), SIGNET_MODE: mode } as Env;
        const answer = await worker.fetch(new Request(`http://127.0.0.1${path}`), given, {} as never);
        expect([answer.status, await answer.text()]).toEqual([503, `${sentence}\n`]);
        // jobs send messages, which a simulator would take
        await worker.scheduled({}, given, {} as never);
        await worker.queue({}, given, {} as never);
      }
    }
    expect(pages).not.toHaveBeenCalled();
  });

  it('pro has no page of a simulator, however its path is written; other modes have', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const pages = vi.fn(async () => new Response('a page'));
    const worker = createWorker({ pages });
    const visit = async (path: string, mode: string) => {
      const given = { ...env(settings), SIGNET_MODE: mode, PUBLIC_URL: 'https://x.example' } as Env;
      const request = new Request(`https://x.example${path}`);
      return (await worker.fetch(request, given, { waitUntil: () => undefined } as never)).status;
    };
    for (const path of [
      '/sim',
      '/sim/',
      '/sim/ui',
      '/SIM/pay',
      '/%73im/face',
      '//sim/ca',
      '/sim.data',
      '/sim/ui.data',
    ])
      expect(await visit(path, 'pro'), path).toBe(404);
    expect(pages).not.toHaveBeenCalled();
    expect(await visit('/simple', 'pro')).toBe(200);
    expect(await visit('/sim/ui', 'local')).toBe(200);
  });

  it('pro refuses a secret missing, short, all zero or no base64, naming it, never its value', () => {
    const all = { SIGNET_MODE: 'pro', ...secrets, ...settings };
    expect(refusedSettings(all)).toBeNull();
    const zero = btoa('\0'.repeat(32));
    for (const name of SECRET_NAMES) {
      expect(refusedSettings({ ...all, [name]: '' })).toContain(`the secret ${name} is not set`);
      for (const weak of [zero, btoa('x'.repeat(31)), '!!!', 'changeme'])
        expect(refusedSettings({ ...all, [name]: weak }), `${name} ${weak}`).toBe(
          `SIGNET_MODE is pro and the secret ${name} is too short or all zero: set 32 random bytes in base64 (openssl rand -base64 32).`,
        );
    }
    expect(refusedSettings({ ...all, DATA_KEY: zero })).toContain('DATA_KEY');
    expect(refusedSettings({ ...all, OTHER_KEY_ENCRYPTION_KEYS: `${secret},${zero}` })).toContain(
      'OTHER_KEY_ENCRYPTION_KEYS',
    );
    expect(refusedSettings({ ...all, OTHER_KEY_ENCRYPTION_KEYS: `${secret},${secret}` })).toBeNull();
    expect(refusedSettings({ ...all, PUBLIC_URL: '' })).toContain('PUBLIC_URL');
  });
});

describe('the door', () => {
  const at = (url: string, headers: Record<string, string> = {}) => new Request(url, { headers });
  const status = (request: Request, given: Env) => {
    const entered = enter(request, given);
    return entered instanceof Response ? entered.status : 'in';
  };

  it('accepts requests for PUBLIC_URL or this machine, on any port, and answers others with 421', () => {
    const given = env({ PUBLIC_URL: 'https://signet.example' });
    for (const host of ['signet.example', 'signet.example:8443', '127.0.0.1', 'localhost:8787', '[::1]:8787'])
      expect(status(at(`http://${host}/login`), given), host).toBe('in');
    for (const host of [
      'evil.example',
      'signet.example.evil.example',
      'xsignet.example',
      '10.0.0.1',
      '0.0.0.0',
    ])
      expect(status(at(`http://${host}/login`), given), host).toBe(421);
    expect(status(at('http://signet.example/'), env())).toBe(421);
    // the address says one thing and the header another
    expect(status(at('http://127.0.0.1/', { host: 'evil.example' }), given)).toBe(421);
    expect(status(at('http://127.0.0.1/', { host: 'a b' }), given)).toBe(421);
    for (const host of [
      'localhost@evil.example',
      'localhost, evil.example',
      'evil.example/localhost',
      'localhost#',
      'me@localhost',
    ])
      expect(status(at('http://127.0.0.1/', { host }), given), host).toBe(421);
    // the platform makes the address of the Host, also of one that makes none
    for (const url of ['http://::::/login', 'http://a b/login', 'http://1.2.3.4.5/login'])
      expect(status({ url, headers: new Headers() } as Request, given), url).toBe(421);
  });

  it('removes headers that only the platform may set: always MF-*, and CF-* without a proxy', () => {
    const headers = {
      'MF-Original-URL': 'x',
      'mf-route-override': 'x',
      'cf-connecting-ip': '203.0.113.9',
      'CF-IPCountry': 'CN',
      'X-Token': 't',
    };
    const entered = (given: Env) =>
      Object.fromEntries((enter(at('http://127.0.0.1/', headers), given) as Request).headers);
    expect(entered(env())).toEqual({
      'cf-connecting-ip': '203.0.113.9',
      'cf-ipcountry': 'CN',
      'x-token': 't',
    });
    expect(entered(env({ DIRECT: 'yes' }))).toEqual({ 'cf-connecting-ip': '127.0.0.1', 'x-token': 't' });
  });

  it('knows a page of another site by either header', () => {
    const given = env({ PUBLIC_URL: 'https://signet.example' });
    const foreign = (headers: Record<string, string>) =>
      isFromForeignPage(at('http://127.0.0.1:8787/', headers), given);
    for (const headers of [
      {},
      { origin: 'http://127.0.0.1:8787' },
      { origin: 'https://signet.example' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[])
      expect(foreign(headers), JSON.stringify(headers)).toBe(false);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:3000' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://127.0.0.1:8787', 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect(foreign(headers), JSON.stringify(headers)).toBe(true);
  });
});

describe('a fault', () => {
  /** What a stack, a path of a file or a name of the code looks like. */
  const INNER =
    /\bat \S+ ?\(|\bat async\b|file:\/\/|\/tmp\/|node_modules|\.[jt]sx?:\d|TypeError|is not a function|undefined/;
  const broken = (): never => {
    throw new TypeError('/tmp/secret/place.ts is not a function');
  };

  it('in any kind of route is answered without a stack and a path', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    // every part that a route could need throws when it is touched
    const parts = ['FILES', 'JOBS', 'ASSETS', 'LIBSQL_URL', 'SYNC_URL', 'KEY_ENCRYPTION_KEY'];
    const given = { SIGNET_MODE: 'local', ...secrets };
    for (const part of parts) Object.defineProperty(given, part, { get: broken });
    const build = { entry: { module: { default: broken } }, routes: {}, assets: { routes: {} } };
    const server = createServer(build as unknown as ServerBuild);
    const kinds: [string, RequestInit][] = [
      ['/login', {}],
      ['/_root.data', {}],
      ['/ecapi/health', {}],
      ['/ecapi/oauth2/token', { method: 'POST', body: 'grant_type=password' }],
      ['/ecapi/sim/messages', {}],
      ['/pki/ca/rsa.cer', {}],
      ['/pki/tsa/rsa', { method: 'POST', body: 'x' }],
      ['/help/media/x', {}],
      ['/sync/events:x', { headers: { upgrade: 'websocket' } }],
    ];
    for (const [path, asked] of kinds) {
      const request = new Request(`http://127.0.0.1${path}`, asked);
      const answer = (await server.fetch!(
        request as never,
        given as unknown as Env,
        {} as never,
      )) as unknown as Response;
      const text = `${await answer.text()} ${JSON.stringify([...answer.headers])}`;
      expect(text, path).not.toMatch(INNER);
      expect(text.length, path).toBeGreaterThan(20);
    }
    expect(log.mock.calls.flat().join()).toContain('/tmp/secret/place.ts');
  });
});
