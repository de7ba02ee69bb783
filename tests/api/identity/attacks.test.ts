import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { checkCode, getLoggedUserInfo, register, requestToken, sendAuthCode } from '#core/identity/calls.ts';
import { CLIENT_AUTHORIZATION } from '#core/identity/client.ts';
import { authCode, rateCount } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { ADMIN_A } from '#tests/fixtures/contracts.ts';
import { codeSentTo, sentMessage } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { passCaptcha, registerPerson } from '#tests/fixtures/registration.ts';

import { product } from '#tests/product.ts';

const fresh = () => new ApiClient(product().baseUrl);
const addressOf = (n: number) => ({ 'cf-connecting-ip': `198.51.100.${n}` });

/** What the Worker has spent of the processor: what else the machine does adds nothing to it, unlike to an answer's time. */
function spentByWorker(): number {
  const lines = execFileSync('ps', ['-eo', 'pgid=,pid='], { encoding: 'utf8' }).trim().split('\n');
  const processes = lines.map((line) => line.trim().split(/\s+/));
  const ours = processes.filter(([group]) => Number(group) === product().pids.worker);
  return ours.reduce((sum, [, pid]) => {
    // behind the name, which may hold anything, user and system time are the 12th and 13th
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return sum + Number(fields[11]) + Number(fields[12]);
  }, 0);
}

async function tryPassword(
  client: ApiClient,
  username: string,
  password: string,
  headers: Record<string, string>,
  proof: object = {},
) {
  const input = { grant_type: 'password', username, password: await client.seal(password), ...proof };
  return client.envelope(requestToken, input, headers);
}

/** Signs in and returns the device cookie that the browser would keep. */
async function deviceCookie(mobile: string, password: string, from: Record<string, string>): Promise<string> {
  const client = fresh();
  const response = await client.send(
    requestToken,
    { grant_type: 'password', username: mobile, password: await client.seal(password) },
    from,
  );
  const cookie = response.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(
    /^signet_device=[\w-]{22}\.[0-9a-f]{32}; Path=\/ecapi\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
  );
  return cookie.split(';')[0]!;
}

describe('guessing a password', () => {
  it('[8.6b] requires a security verification after three, never locks out the owner’s device', async () => {
    const { mobile, password } = await registerPerson();
    const cookie = await deviceCookie(mobile, password, addressOf(20));
    const client = fresh();
    const from = addressOf(21);
    for (let i = 0; i < 3; i++)
      expect((await tryPassword(client, mobile, `guess-${i}`, from)).code).toBe(401001);
    // From now on strangers must prove to be human, even with the right password, and from wherever they come.
    expect((await tryPassword(client, mobile, password, from)).code).toBe(401010);
    expect((await tryPassword(client, mobile, password, addressOf(22))).code).toBe(401010);
    for (let i = 0; i < 8; i++)
      expect((await tryPassword(client, mobile, `more-${i}`, from, await passCaptcha(client))).code).toBe(
        401001,
      );
    // The owner at their own device notices nothing; a forged cookie is no device.
    expect((await tryPassword(fresh(), mobile, password, { ...from, cookie })).code).toBe(200);
    const forged = cookie.replace(/.$/, (c) => (c === '0' ? '1' : '0'));
    expect((await tryPassword(fresh(), mobile, password, { ...from, cookie: forged })).code).toBe(401010);
    const solved = await passCaptcha(client);
    expect((await tryPassword(client, mobile, password, addressOf(23), solved)).code).toBe(200);
  });

  it('stops a known device of its own after ten, without a word to others', async () => {
    const { mobile, password } = await registerPerson();
    const cookie = await deviceCookie(mobile, password, addressOf(30));
    const client = fresh();
    const at = { ...addressOf(30), cookie };
    for (let i = 0; i < 10; i++) {
      const proof = i < 3 ? {} : await passCaptcha(client);
      expect((await tryPassword(client, mobile, `guess-${i}`, at, proof)).code).toBe(401001);
    }
    const stopped = await tryPassword(client, mobile, password, at, await passCaptcha(client));
    expect([stopped.code, stopped.message]).toEqual([
      401005,
      '登录失败次数过多，请 15 分钟后再试，或使用短信验证码登录。',
    ]);
    expect((await tryPassword(client, mobile, password, addressOf(31))).code).toBe(200);
  });

  it('[8.6b] requires it beyond three concurrent attempts, so that a burst does not bypass it', async () => {
    const { mobile } = await registerPerson();
    const tries = Array.from({ length: 8 }, (_, i) =>
      tryPassword(fresh(), mobile, `guess-${i}`, addressOf(35)).then(({ code }) => code),
    );
    const codes = (await Promise.all(tries)).toSorted((one, other) => one - other);
    expect(codes).toEqual([...Array<number>(3).fill(401001), ...Array<number>(5).fill(401010)]);
  });

  it('gives back what a Worker that ended had under way, once it could not be judging any more', async () => {
    const { id, mobile, password } = await registerPerson();
    const name = `login-strange:${id}:now`;
    // Reserved up to a moment ago, and never ended.
    await database()
      .insert(rateCount)
      .values({ name, windowStart: Date.now() - 1, count: 3 });
    expect((await tryPassword(fresh(), mobile, password, addressOf(36))).code).toBe(200);
  });

  it('stops one address over all accounts', async () => {
    const client = fresh();
    const from = addressOf(40);
    for (let i = 0; i < 30; i++)
      expect((await tryPassword(client, `nobody-${crypto.randomUUID()}`, 'x', from)).code).toBe(401001);
    const { mobile, password } = await registerPerson();
    expect((await tryPassword(client, mobile, password, from)).code).toBe(401005);
    expect((await tryPassword(client, mobile, password, addressOf(41))).code).toBe(200);
  });
});

describe('finding out who has an account', () => {
  it('gets the same answers for a known and an unknown one, from first guess to verification', async () => {
    const { mobile } = await registerPerson();
    const nobody = newMobile();
    const client = fresh();
    for (let i = 0; i < 5; i++) {
      const [a, b] = [
        await tryPassword(client, mobile, 'guess', addressOf(50)),
        await tryPassword(client, nobody, 'guess', addressOf(51)),
      ];
      expect({ ...a, requestId: '' }).toEqual({ ...b, requestId: '' });
    }
  });

  it('costs the same work for every account: one password hash, one message', async () => {
    const { mobile } = await registerPerson();
    const client = fresh();
    const spent = { known: [] as number[], nobody: [] as number[] };
    for (let i = 0; i < 6; i++)
      for (const [kind, name] of [
        ['known', mobile],
        ['nobody', newMobile()],
      ] as const) {
        const sealed = await client.seal('guess');
        const proof = i < 3 || kind === 'nobody' ? {} : await passCaptcha(client);
        const before = spentByWorker();
        const input = { grant_type: 'password', username: name, password: sealed, ...proof };
        await client.envelope(requestToken, input, addressOf(60 + i));
        spent[kind].push(spentByWorker() - before);
      }
    const middle = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;
    // The hash is most of what an answer costs: one that skipped it would be told by far more than this.
    expect(middle(spent.nobody)).toBeGreaterThan(middle(spent.known) * 0.5);
    // Each asked-for code leaves one row and one message.
    const asked = newMobile();
    await client.call(sendAuthCode, { authCodeType: 'LOGIN', mobile: asked, ...(await passCaptcha(client)) });
    const { text } = await sentMessage(client, asked, /它还没有注册/);
    expect(text).not.toMatch(/\d{6}/);
  });
});

describe('guessing a code', () => {
  it('[5.8a] ends after five tries, also at once, and then the right one is refused', async () => {
    const { client, mobile } = await registerPerson();
    await client.call(sendAuthCode, { authCodeType: 'LOGIN', mobile, ...(await passCaptcha(client)) });
    const code = await codeSentTo(client, mobile, '登录验证码');
    const guess = (n: number) => String((Number(code) + n) % 1_000_000).padStart(6, '0');
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        client.envelope(requestToken, { grant_type: 'sms_code', mobile, code: guess(i + 1) }),
      ),
    );
    expect(new Set(attempts.map((a) => a.code))).toEqual(new Set([401002]));
    const right = await client.envelope(requestToken, { grant_type: 'sms_code', mobile, code });
    expect(right.code).toBe(401002);
    const rows = await database().select().from(authCode).where(eq(authCode.purpose, 'LOGIN'));
    expect(rows.every((row) => row.tries <= 5)).toBe(true);
    expect(rows.some((row) => row.codeHash.includes(code))).toBe(false);
  });

  it('uses none of the attempts of the browser that requested it, however many strangers guess', async () => {
    const { client, mobile } = await registerPerson();
    const proof = await passCaptcha(client);
    const asked = await client.send(sendAuthCode, { authCodeType: 'LOGIN', mobile, ...proof });
    const cookie = asked.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^signet_device=/);
    const code = await codeSentTo(client, mobile, '登录验证码');
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const login = async (typed: string, headers: Record<string, string> = {}) =>
      (await fresh().envelope(requestToken, { grant_type: 'sms_code', mobile, code: typed }, headers)).code;
    for (let i = 0; i < 6; i++) expect(await login(wrong)).toBe(401002);
    // Strangers have had theirs: not even the right one helps them.
    expect(await login(code)).toBe(401002);
    for (let i = 0; i < 4; i++) expect(await login(wrong, { cookie })).toBe(401002);
    expect(await login(code, { cookie })).toBe(200);
  });

  it('a code of one purpose or one mobile opens no other', async () => {
    const a = await registerPerson();
    const b = await registerPerson();
    await a.client.call(sendAuthCode, {
      authCodeType: 'FORGOT_PASSWORD',
      mobile: a.mobile,
      ...(await passCaptcha(a.client)),
    });
    const code = await codeSentTo(a.client, a.mobile, '找回密码验证码');
    const login = (mobile: string) =>
      a.client.envelope(requestToken, { grant_type: 'sms_code', mobile, code });
    expect((await login(a.mobile)).code).toBe(401002);
    expect((await login(b.mobile)).code).toBe(401002);
    const other = { authCodeType: 'FORGOT_PASSWORD', username: b.mobile, authCode: code };
    expect((await a.client.envelope(checkCode, other)).code).toBe(401002);
  });
});

describe('strange requests', () => {
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${product().baseUrl}/ecapi${path}`, { method: 'POST', body, headers });

  it('of more than two megabytes are refused before they are read through', async () => {
    const body = `grant_type=password&username=${'a'.repeat(3 * 1024 * 1024)}`;
    // A connection of its own: the server may close it with the body unread.
    const text = await new Promise<string>((done, fail) => {
      const url = `${product().baseUrl}/ecapi${requestToken.path}`;
      const headers = {
        Authorization: CLIENT_AUTHORIZATION,
        'ec-type': 'login',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': body.length,
      };
      const sent = request(url, { method: 'POST', headers, agent: false }, async (response) => {
        let all = '';
        for await (const part of response) all += part;
        done(all);
      });
      sent.on('error', fail);
      sent.end(body);
    });
    expect((JSON.parse(text) as { code: number }).code).toBe(413000);
  });

  it('with fields twice, of other types, or in the prototype are refused or taken as data', async () => {
    const headers = {
      Authorization: CLIENT_AUTHORIZATION,
      'ec-type': 'login',
      'content-type': 'application/x-www-form-urlencoded',
    };
    for (const body of [
      'grant_type=password&grant_type=sms_code&username=a&password=b',
      'grant_type=password&username=a&username=b&password=c',
      'grant_type=__proto__',
      'grant_type=constructor&username=a&password=b',
      '__proto__[grant_type]=password&username=a&password=b',
    ]) {
      const answer = (await (await post(requestToken.path, body, headers)).json()) as { code: number };
      expect([body, answer.code]).toEqual([body, 400000]);
    }
    const json = { 'content-type': 'application/json' };
    for (const body of [
      '[]',
      'null',
      '"x"',
      '{"mobile":{"$ne":""}}',
      '{"mobile":["13900000001"]}',
      '{',
      '\u0000',
    ])
      expect(((await (await post(register.path, body, json)).json()) as { code: number }).code).toBe(400000);
  });

  it('of another site’s page are refused', async () => {
    const answer = await post(register.path, '{}', {
      'content-type': 'text/plain',
      'sec-fetch-site': 'cross-site',
    });
    expect(((await answer.json()) as { code: number }).code).toBe(403000);
  });

  it('never bring a secret into an answer', async () => {
    const { client, mobile, password } = await registerPerson();
    const answers = [
      await client.envelope(getLoggedUserInfo, {}),
      await tryPassword(fresh(), mobile, `${password}x`, addressOf(90)),
      await client.envelope(requestToken, { grant_type: 'sms_code', mobile, code: '987654' }),
      await client.envelope(sendAuthCode, { authCodeType: 'UPDATE_MOBILE', mobile: ADMIN_A.mobile }),
    ];
    const text = JSON.stringify(answers);
    for (const secret of [mobile, password, '987654', client.session!.accessToken, 'scrypt'])
      expect(
        text
          .replaceAll(`"account":"${mobile}"`, '')
          .replaceAll(`"username":"${mobile}"`, '')
          .replaceAll(`"name":"${mobile}"`, ''),
      ).not.toContain(secret);
  });
});
