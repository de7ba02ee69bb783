import { request } from 'node:http';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { describe, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { implementations } from '#edge/worker.ts';
import { companyA, twoPages } from '#tests/fixtures/contracts.ts';
import { product } from '#tests/product.ts';

const get = (path: string, init: RequestInit = {}) => fetch(`${product().baseUrl}${path}`, init);
const policyOf = (response: Response) => {
  const rules = (response.headers.get('content-security-policy') ?? '')
    .split('; ')
    .map((rule) => rule.split(' '));
  return new Map(rules.map(([name, ...values]) => [name ?? '', values]));
};

/** Every path of the table of routes. */
const pathsOf = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path = '', children }) => {
    const here = `${above}/${path}`.replace(/\/+/g, '/');
    return [...(path === '' || path === '*' ? [] : [here]), ...pathsOf(children ?? [], here)];
  });

describe('security headers', () => {
  it.each(['/login', '/home', '/no/such/page', '/agreenment/1', '/error', '/assets/no-such-file.js'])(
    'the page %s runs scripts by nonce only, is framed by nobody, loads nothing from elsewhere',
    async (path) => {
      const response = await get(path);
      const policy = policyOf(response);
      const nonce = policy.get('script-src')?.find((value) => value.startsWith("'nonce-"));
      expect(nonce).toMatch(/^'nonce-[\w+/]{22}==?'$/);
      expect(policy.get('script-src')).toEqual(["'self'", nonce, "'wasm-unsafe-eval'"]);
      expect(policy.get('style-src-elem')).toEqual(["'self'", nonce]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      expect(policy.get('object-src')).toEqual(["'none'"]);
      expect(policy.get('base-uri')).toEqual(["'none'"]);
      expect(policy.get('form-action')).toEqual(["'self'"]);
      expect(policy.get('style-src-attr')).toEqual(["'none'"]);
      for (const values of policy.values())
        expect(values.join(' ')).not.toMatch(/'unsafe-(inline|eval)'|https?:|(^| )\*( |$)/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('referrer-policy')).toBe('same-origin');
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(response.headers.get('permissions-policy')).toContain('geolocation=()');
      const html = await response.text();
      const scripts = html.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      // the parser hides nonces from nobody here: each inline script carries that of this answer
      for (const script of scripts) expect(script).toContain(`nonce="${nonce?.slice(7, -1)}"`);
    },
  );

  it('no page of the table is sent with a style or a script in an attribute', async () => {
    const problems: string[] = [];
    for (const path of pathsOf(routes as RouteConfigEntry[])) {
      const html = await (await get(path.replace(/:\w+/g, '1'))).text();
      expect(html, path).toContain('<html');
      for (const [tag] of html.matchAll(/<[^>]+\s(?:on\w+|style)=[^>]*>/g)) problems.push(`${path}: ${tag}`);
    }
    expect(problems).toEqual([]);
  });

  it('a cookie that anybody may have set breaks no page', async () => {
    for (const cookie of [
      'sass_lang=%E0%A4%A',
      'sass_theme=%',
      'sass_menu=%; sass_lang=__proto__',
      '=;;=%',
    ]) {
      const response = await get('/login', { headers: { Cookie: cookie } });
      expect(response.status, cookie).toBe(200);
      expect(await response.text(), cookie).toContain('<html lang="zh-CN"');
    }
  });

  it('each answer has a nonce of its own', async () => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => policyOf(await get('/login')).get('script-src')?.[1]),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  it('a page’s script, picture, service worker and data say what they are, and to whom', async () => {
    const html = await (await get('/login')).text();
    const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? '';
    for (const path of [
      script,
      '/favicon.svg',
      '/service-worker.js',
      '/_root.data',
      '/__manifest?p=%2Fhome&version=x',
    ]) {
      const { headers } = await get(path);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
      expect(headers.get('referrer-policy'), path).toBe('same-origin');
    }
    // a picture opened by itself runs nothing
    expect(policyOf(await get('/favicon.svg')).get('default-src')).toEqual(["'none'"]);
  });

  it('answers, errors, files and unknown calls are neither kept nor sniffed, and load nothing', async () => {
    const client = await companyA();
    const fileKey = await client.upload(await twoPages());
    const token = { 'X-Token': client.session!.accessToken };
    const answers = {
      call: await get('/ecapi/getLoggedUserInfo', { headers: token }),
      refused: await get('/ecapi/getLoggedUserInfo'),
      wrong: await get('/ecapi/docmanager/assemble/plan/page?box=nothing', { headers: token }),
      file: await get(`/ecapi/docmanager/assemble/file/${fileKey}`, { headers: token }),
      unknown: await get('/ecapi/no/such/call'),
    };
    for (const [what, { headers }] of Object.entries(answers)) {
      expect(headers.get('cache-control'), what).toContain('no-store');
      expect(headers.get('x-content-type-options'), what).toBe('nosniff');
      expect(headers.get('content-security-policy'), what).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('cross-origin-resource-policy'), what).toBe('same-origin');
      expect(headers.get('access-control-allow-origin'), what).toBeNull();
    }
    expect(answers.file.headers.get('content-disposition')).toMatch(
      /^(inline|attachment); filename\*=UTF-8''/,
    );
  });
});

describe('requests that another site makes a browser send', () => {
  const post = (path: string, headers: Record<string, string>, body = '{}') =>
    get(`/ecapi${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
  const code = async (response: Promise<Response>) =>
    ((await (await response).json()) as { code: number }).code;

  it('carry no token: cookies do not authenticate', async () => {
    const client = await companyA();
    const cookies = `sass_token=${client.session!.accessToken}; X-Token=${client.session!.accessToken}`;
    expect(await code(post('/notice/all/readFlag', { Cookie: cookies }))).toBe(70000401);
    // Where an API key is expected, the token of a session is none.
    expect(
      await code(post('/notice/all/readFlag', { Authorization: `Bearer ${client.session!.accessToken}` })),
    ).toBe(401300);
  });

  it('are rejected even with a token if the browser reports another origin', async () => {
    const client = await companyA();
    const token = { 'X-Token': client.session!.accessToken };
    for (const site of ['cross-site', 'same-site'])
      expect(await code(post('/notice/all/readFlag', { ...token, 'Sec-Fetch-Site': site })), site).toBe(
        403000,
      );
    expect(await code(post('/notice/all/readFlag', { ...token, 'Sec-Fetch-Site': 'same-origin' }))).toBe(200);
  });

  it('get no leave by CORS for the header that carries the token', async () => {
    const response = await get('/ecapi/notice/all/readFlag', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://evil.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-token',
      },
    });
    for (const name of [
      'access-control-allow-origin',
      'access-control-allow-headers',
      'access-control-allow-credentials',
    ])
      expect(response.headers.get(name), name).toBeNull();
  });

  it('find nothing that changes anything by GET', () => {
    const reads =
      /^(get|list|count|query|find|search|download|read|show|view|health|user|verify|copyTask|useGroup)/i;
    const gets = implementations.filter(({ call }) => call.method === 'GET').map(({ call }) => call.id);
    // the entry pages of single sign-on are links by the specification ([7.18]): each is good once
    const odd = gets.filter((id) => !id.startsWith('sso.') && !reads.test(id.split('.')[1] ?? ''));
    expect(odd).toEqual([]);
  });

  it('cookies that the server sets are SameSite=Strict and out of reach of scripts', async () => {
    const client = await companyA();
    const response = await get('/ecapi/oauth2/token', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: `Basic ${btoa('signet-web:signet-web')}`,
        'ec-type': 'no-token',
      },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: client.session!.refreshToken }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      expect(cookie).toContain('HttpOnly');
      expect(cookie).toContain('SameSite=Strict');
    }
  });
});

/** A request by a method that `fetch` does not send. */
const sent = (method: string, path: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(product().baseUrl);
    const asked = request(
      { hostname, port, method, path, headers: { 'X-Secret': 'secret-1234' } },
      (answer) => {
        let text = '';
        answer.on('data', (part) => {
          text += part;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, text: `${JSON.stringify(answer.headers)}${text}` }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });

it('no route sends back what was sent to it, by TRACE or another method that nobody uses', async () => {
  for (const method of ['TRACE', 'TRACK', 'DEBUG'])
    for (const path of ['/', '/login', '/ecapi/oauth2/token', '/sync/events:E-x', '/assets/', '/pki/ocsp']) {
      // A method that the server does not know ends the connection before anything reads it.
      const answer = await sent(method, path).catch(() => ({ status: 400, text: '' }));
      expect(answer.text, `${method} ${path}`).not.toContain('secret-1234');
      expect(answer.text, `${method} ${path}`).not.toContain('"code":200');
    }
});

it('no folder is listed, and a path that climbs out of what is served is not found', async () => {
  for (const path of [
    '/assets/',
    '/assets',
    '/fonts/',
    '/pdfjs/',
    '/.env',
    '/.git/HEAD',
    '/assets/..%2f..%2fpackage.json',
  ]) {
    const answer = await fetch(`${product().baseUrl}${path}`, { redirect: 'manual' });
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).not.toMatch(/Index of|"dependencies":|ref: refs/);
  }
});
