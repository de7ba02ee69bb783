import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, or } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '#core/call.ts';
import { ERROR_CODES, type ErrorName } from '#core/errors.ts';
import { getLoggedUserInfo, requestToken, type SessionUser } from '#core/identity/calls.ts';
import { sendAuthCode } from '#core/identity/code-calls.ts';
import { listAudit } from '#core/platform/calls.ts';
import {
  changeCustomer,
  changeCustomerKey,
  enterBySso,
  enterConsole,
  enterHome,
  enterToSign,
  listCustomers,
  saveCustomer,
  switchCustomer,
} from '#core/sso/calls.ts';
import { ownerRoomId } from '#core/sync/owner-room.ts';
import { getSyncTicket } from '#core/task/draft-calls.ts';
import { account, ssoCustomer, syncTicket } from '#db/schema/index.ts';
import { enterpriseKey } from '#edge/kernel/context.ts';
import { ApiClient } from '#tests/client.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { codeSentTo, noticesOfAccount } from '#tests/fixtures/messages.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { proofOf } from '#tests/fixtures/ukeys.ts';
import {
  addMember,
  type Company,
  database,
  newCompany,
  newPerson,
  type Person,
  setCompany,
} from '../../fixtures/people.ts';

import { product } from '../../product.ts';

const RETURN = 'https://oa.example.com/portal';

const platform = async () => signedIn(await newPerson({ ownerType: 'INSIDE', platformAdmin: true }));
const newPath = () => `c${crypto.randomUUID().slice(0, 12)}`;

interface Customer {
  ent: Company;
  member: Person;
  path: string;
  customerId: string;
  key: string;
  /** The enterprise's administrator. */
  boss: Person;
}

async function customer(change: { roles?: 'EMPLOYEE' | 'ENT_ADMIN' } = {}): Promise<Customer> {
  const [boss, member] = [await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, member, [change.roles ?? 'EMPLOYEE']);
  const path = newPath();
  const by = await platform();
  const made = await by.call(saveCustomer, {
    name: '办公系统',
    path,
    entId: ent.id,
    algorithm: 'HS256',
    returnAddresses: [RETURN],
    proof: await keyProofOf(by),
  });
  return { ent, member, path, boss, ...made };
}

/** A link's token, with what `change` makes different of it. */
async function tokenOf(
  { customerId, key, member }: Customer,
  change: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    aud: 'signet',
    sub: member.mobile,
    page: 'home',
    returnUrl: `${RETURN}/index?from=signet`,
    iat: now,
    exp: now + 120,
    jti: crypto.randomUUID(),
    ...change,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: customerId, ...header })
    .sign(Buffer.from(key, 'base64url'));
}

const visitor = () => new ApiClient(product().baseUrl);
const nameOf = (code: number) =>
  (Object.keys(ERROR_CODES) as ErrorName[]).find((n) => ERROR_CODES[n] === code);

async function enter(customerPath: string, token: string, page = 'home', authState = 'AUTH') {
  const answer = await visitor().envelope(enterBySso, { customerPath, page, token, authState });
  return { name: answer.code === 200 ? 'OK' : nameOf(answer.code), ...answer };
}

describe('entering', () => {
  it('[7.18] [1.12] a signed link becomes a session of the member for the customer’s enterprise', async () => {
    const one = await customer();
    const { data } = await enter(one.path, await tokenOf(one));
    expect(data).toMatchObject({ goTo: '/home', returnAddress: `${RETURN}/index?from=signet` });
    const client = visitor();
    client.session = data.session;
    const me = await client.call(getLoggedUserInfo, {});
    expect(me.activeUser).toMatchObject({ type: 'ent', id: one.ent.id });
    expect(me.loginUser.userId).toBe(one.member.id);
    const byName = await enter(one.path, await tokenOf(one, { sub: one.member.loginName }));
    expect(byName.name).toBe('OK');
  });

  it('[7.18] [2.12] the four entry calls lead to what they say', async () => {
    const one = await customer();
    const client = visitor();
    const base = { customerPath: one.path, authState: 'AUTH' };
    const taskId = 'planplan01';
    const to = async (call: typeof enterHome, page: string, more: object = {}) =>
      (await client.call(call, { ...base, token: await tokenOf(one, { page, ...more }) })).goTo;
    expect(await to(enterHome, 'home')).toBe('/home');
    expect(await to(enterConsole, 'manageHome')).toBe('/company/person');
    expect(await to(enterToSign, 'fileSign', { planId: taskId })).toBe(`/fileSign/fileSign?planId=${taskId}`);
    const token = await tokenOf(one, { page: 'finished' });
    expect((await client.call(enterBySso, { ...base, page: 'finished', token })).goTo).toBe(
      '/contract/finished',
    );
    const any = await enter('default', await tokenOf(one));
    expect(any.name).toBe('OK');
  });

  it('[8.9a] says which of page, token and authState a link lacks', async () => {
    const one = await customer();
    const whole: Record<string, string> = {
      customerPath: one.path,
      page: 'home',
      token: await tokenOf(one),
      authState: 'AUTH',
    };
    for (const missing of ['page', 'token', 'authState']) {
      const { [missing]: _, ...input } = whole;
      const answer = await visitor().envelope(enterBySso, input);
      expect(nameOf(answer.code)).toBe('SSO_LINK_INCOMPLETE');
      expect(answer.message).toContain(missing);
    }
    const sign = await tokenOf(one, { page: 'fileSign' });
    const answer = await visitor().envelope(enterToSign, {
      customerPath: one.path,
      token: sign,
      authState: 'AUTH',
    });
    expect(answer.message).toContain('planId');
  });

  it('[8.9b] a real name that is not verified, here or there, is said and starts no session', async () => {
    const one = await customer();
    const there = await enter(one.path, await tokenOf(one), 'home', 'UNAUTH');
    expect(there.name).toBe('SSO_REAL_NAME_FAILED');
    expect(there.message).toBe('实名认证未通过，请重新认证。');
    await database()
      .update(account)
      .set({ personalAuthStatus: 'REVOKE' })
      .where(eq(account.id, one.member.id));
    expect((await enter(one.path, await tokenOf(one))).name).toBe('SSO_REAL_NAME_FAILED');
  });

  it('[8.9c] a link without return address asks to try again; one to a foreign one is refused', async () => {
    const one = await customer();
    const none = await enter(one.path, await tokenOf(one, { returnUrl: undefined }));
    expect(none).toMatchObject({ name: 'SSO_NO_RETURN_ADDRESS', message: '没有返回地址，请重试。' });
    for (const returnUrl of [
      'https://evil.example/portal',
      'https://oa.example.com.evil.example/portal',
      'https://oa.example.com/portalx',
      'https://oa.example.com/portal/../admin',
      'https://user:pw@oa.example.com/portal',
      'http://oa.example.com/portal',
      'https://oa.example.com\\@evil.example/portal',
      'javascript:alert(1)//https://oa.example.com/portal',
    ])
      expect((await enter(one.path, await tokenOf(one, { returnUrl }))).name, returnUrl).toBe(
        'SSO_LINK_INVALID',
      );
  });

  it('[7.18] a link is good once, also when it is opened twice at the same moment', async () => {
    const one = await customer();
    const token = await tokenOf(one);
    const answers = await Promise.all([1, 2, 3, 4].map(() => enter(one.path, token)));
    expect(answers.map((a) => a.name).sort()).toEqual(['OK', ...Array(3).fill('SSO_LINK_USED')]);
  });

  it('[7.18] what is expired, too long-lived, forged, for another page or customer is refused', async () => {
    const [one, other] = [await customer(), await customer()];
    const now = Math.floor(Date.now() / 1000);
    const bad: [string, Promise<string> | string, ErrorName][] = [
      ['expired', tokenOf(one, { iat: now - 200, exp: now - 100 }), 'SSO_LINK_EXPIRED'],
      ['long-lived', tokenOf(one, { exp: now + 3600 }), 'SSO_LINK_INVALID'],
      ['not yet', tokenOf(one, { iat: now + 600, exp: now + 700 }), 'SSO_LINK_INVALID'],
      ['other page', tokenOf(one, { page: 'seal' }), 'SSO_LINK_INVALID'],
      ['other audience', tokenOf(one, { aud: 'elsewhere' }), 'SSO_LINK_INVALID'],
      ['other key', tokenOf({ ...one, key: other.key }), 'SSO_LINK_INVALID'],
      ['other customer', tokenOf(other), 'SSO_LINK_INVALID'],
      ['unknown customer', tokenOf(one, {}, { kid: 'nobodyknowsit' }), 'SSO_LINK_INVALID'],
      ['short id', tokenOf(one, { jti: 'x' }), 'SSO_LINK_INVALID'],
      ['no id', tokenOf(one, { jti: undefined }), 'SSO_LINK_INVALID'],
      ['no token at all', 'abc', 'SSO_LINK_INVALID'],
    ];
    for (const [what, token, expected] of bad)
      expect((await enter(one.path, await token)).name, what).toBe(expected);
    const [head, body] = (await tokenOf(one)).split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: one.customerId })).toString('base64url');
    for (const forged of [`${none}.${body}.`, `${head}.${body}.`, `${head}.${body}.AAAA`])
      expect((await enter(one.path, forged)).name).toBe('SSO_LINK_INVALID');
    expect((await enter(one.path, await tokenOf(one, { page: 'nowhere' }), 'nowhere')).name).toBe(
      'SSO_LINK_INVALID',
    );
  });

  it('only members enter, and only into an enterprise that can be switched into', async () => {
    const one = await customer();
    const stranger = await newPerson();
    expect((await enter(one.path, await tokenOf(one, { sub: stranger.mobile }))).name).toBe(
      'SSO_PERSON_UNKNOWN',
    );
    await setCompany(one.ent, { businessStatus: 'DISABLE' });
    expect((await enter(one.path, await tokenOf(one))).name).toBe('ENTERPRISE_NOT_ENABLED');
  });

  it('the session reaches no personal thing and no other enterprise, also after a refresh', async () => {
    const one = await customer();
    const own = await newCompany(one.member);
    const client = visitor();
    client.session = (await enter(one.path, await tokenOf(one))).data.session;
    for (const switch_to of ['', own.id]) {
      const input = {
        grant_type: 'refresh_token' as const,
        refresh_token: client.session.refreshToken,
        switch_to,
      };
      expect(await refusal(client, requestToken, input)).toBe('SSO_IDENTITY_FIXED');
    }
    const refreshed: SessionUser = await client.call(requestToken, {
      grant_type: 'refresh_token',
      refresh_token: client.session.refreshToken,
    });
    expect(refreshed.entId).toBe(one.ent.id);
  });
});

describe('customers', () => {
  it('switching one off refuses its links and ends its sessions', async () => {
    const one = await customer();
    const client = visitor();
    client.session = (await enter(one.path, await tokenOf(one))).data.session;
    const tickets = () => database().select().from(syncTicket).where(eq(syncTicket.entId, one.ent.id));
    await client.call(getSyncTicket, { room: `events:${ownerRoomId(enterpriseKey(one.ent.id))}` });
    expect(await tickets()).toHaveLength(1);
    const admin = await platform();
    await admin.call(switchCustomer, { customerId: one.customerId, enabled: false });
    expect((await enter(one.path, await tokenOf(one))).name).toBe('SSO_LINK_INVALID');
    expect(await refusal(client, getLoggedUserInfo, {})).toBe('SESSION_EXPIRED');
    // Rooms are closed at once, without the job of the minute, and who administers the enterprise is told.
    await expect.poll(tickets).toEqual([]);
    const told = await noticesOfAccount(one.boss.id);
    expect(told.map(({ kind }) => kind)).toContain('SSO_CUSTOMER_OFF');
    const { params } = told.find(({ kind }) => kind === 'SSO_CUSTOMER_OFF')!;
    expect(params).toMatchObject({ enterprise: one.ent.name, customer: '办公系统' });
    const listed = await admin.call(listCustomers, { size: 100 });
    const row = listed.records.find((r) => r.customerId === one.customerId);
    expect(row).toMatchObject({ enabled: false, entName: one.ent.name, path: one.path });
    expect(JSON.stringify(listed)).not.toContain(one.key);
  });

  it('[6.1] name and return addresses change; sessions to former ones end; the log says by whom', async () => {
    const one = await customer();
    const admin = await platform();
    const next = 'https://portal.example.com/sso';
    const [stays, ends] = [visitor(), visitor()];
    const change = (returnAddresses: string[]) =>
      admin.call(changeCustomer, { customerId: one.customerId, name: '新门户', returnAddresses });
    await change([RETURN, next]);
    stays.session = (await enter(one.path, await tokenOf(one, { returnUrl: `${next}/x` }))).data.session;
    ends.session = (await enter(one.path, await tokenOf(one))).data.session;
    await change([next]);
    expect(await refusal(ends, getLoggedUserInfo, {})).toBe('SESSION_EXPIRED');
    expect(await refusal(stays, getLoggedUserInfo, {})).toBe('OK');
    expect((await enter(one.path, await tokenOf(one))).name).toBe('SSO_LINK_INVALID');
    const input = { customerId: one.customerId, name: '新门户', returnAddresses: ['http://oa.example.com'] };
    expect(await refusal(admin, changeCustomer, input)).toBe('INPUT_INVALID');
    const allowed = { ...input, returnAddresses: [next] };
    expect(await refusal(await signedIn(one.member), changeCustomer, allowed)).toBe('NO_PERMISSION');
    expect(await refusal(admin, changeCustomer, { ...allowed, customerId: 'nothing0here' })).toBe(
      'NOT_FOUND',
    );
    const { records } = await admin.call(listAudit, { action: 'CUSTOMER_CHANGED', size: 50 });
    const lines = records.filter(({ targetId }) => targetId === one.customerId);
    expect(lines.map(({ targetName, remark }) => [targetName, remark])).toEqual([
      ['新门户', next],
      ['办公系统', `新门户 ${RETURN} ${next}`],
    ]);
  });

  it('[6.1] a key is changed without an interruption, or immediately if necessary', async () => {
    const one = await customer();
    const admin = await platform();
    const changeKey = async (keepHours: 0 | 24) =>
      (
        await admin.call(changeCustomerKey, {
          customerId: one.customerId,
          keepHours,
          proof: await keyProofOf(admin),
        })
      ).key;
    const second = { ...one, key: await changeKey(24) };
    expect(second.key).not.toBe(one.key);
    for (const who of [one, second]) expect((await enter(one.path, await tokenOf(who))).name).toBe('OK');
    const now = Math.floor(Date.now() / 1000);
    const late = await tokenOf(one, { iat: now - 400, exp: now - 200 });
    expect((await enter(one.path, late)).name).toBe('SSO_LINK_EXPIRED');
    const third = { ...one, key: await changeKey(24) };
    expect((await enter(one.path, await tokenOf(one))).name).toBe('SSO_LINK_INVALID');
    await database()
      .update(ssoCustomer)
      .set({ formerUntil: Date.now() - 1 })
      .where(eq(ssoCustomer.id, one.customerId));
    expect((await enter(one.path, await tokenOf(second))).name).toBe('SSO_LINK_INVALID');
    const fourth = { ...one, key: await changeKey(0) };
    expect((await enter(one.path, await tokenOf(third))).name).toBe('SSO_LINK_INVALID');
    expect((await enter(one.path, await tokenOf(fourth))).name).toBe('OK');
    const rows = await database().select().from(ssoCustomer).where(eq(ssoCustomer.id, one.customerId));
    for (const { key } of [one, second, third, fourth]) expect(JSON.stringify(rows)).not.toContain(key);
    const proof = await keyProofOf(admin);
    const wrong = { customerId: one.customerId, publicKey: 'A'.repeat(43), proof };
    expect(await refusal(admin, changeCustomerKey, wrong)).toBe('INPUT_INVALID');
  });

  it('paths are one customer’s own, and none of the product’s; return addresses are https', async () => {
    const one = await customer();
    const admin = await platform();
    const input = {
      name: 'x',
      path: newPath(),
      entId: one.ent.id,
      algorithm: 'HS256' as const,
      returnAddresses: [RETURN],
      proof: await keyProofOf(admin),
    };
    expect(await refusal(admin, saveCustomer, { ...input, path: one.path })).toBe('SSO_PATH_TAKEN');
    for (const path of ['company', 'default', 'ecapi', 'a', 'UPPER', 'x/y'])
      expect(await refusal(admin, saveCustomer, { ...input, path }), path).toBe('INPUT_INVALID');
    for (const address of ['http://oa.example.com', 'javascript:alert(1)', '*'])
      expect(await refusal(admin, saveCustomer, { ...input, returnAddresses: [address] })).toBe(
        'INPUT_INVALID',
      );
    expect(await refusal(await signedIn(one.member), saveCustomer, input)).toBe('NO_PERMISSION');
  });
});

describe('with a session of the platform alone', () => {
  it('nobody lets a system of theirs sign members in: registering and a new key take a proof', async () => {
    const one = await customer();
    const person = await newPerson({ ownerType: 'INSIDE', platformAdmin: true });
    const admin = await signedIn(person);
    await keyProofOf(admin);
    const registered = {
      name: '办公系统',
      path: newPath(),
      entId: one.ent.id,
      algorithm: 'HS256' as const,
      returnAddresses: [RETURN],
    };
    const { customerId } = one;
    const [before] = await database().select().from(ssoCustomer).where(eq(ssoCustomer.id, customerId));
    const sms = (code: string) => ({ method: 'SMS', code });
    for (const [given, call] of [
      [registered, saveCustomer],
      [{ customerId }, changeCustomerKey],
    ] as const) {
      const tried = (change: object) => refusal(admin, call, { ...given, ...change } as never);
      expect(await tried({}), call.id).toBe('INPUT_INVALID');
      expect(await tried({ proof: await proofOf(admin, '000001') }), call.id).toBe('SIGN_PASSWORD_WRONG');
      expect(await tried({ proof: sms('123456') }), call.id).toBe('CODE_WRONG');
    }
    await admin.call(sendAuthCode, { authCodeType: 'MAKE_API_KEY' });
    const another = await codeSentTo(admin, person.mobile, 'API 密钥验证码');
    expect(await refusal(admin, saveCustomer, { ...registered, proof: sms(another) } as never)).toBe(
      'CODE_WRONG',
    );
    const its = () =>
      database()
        .select()
        .from(ssoCustomer)
        .where(or(eq(ssoCustomer.id, customerId), eq(ssoCustomer.path, registered.path)));
    expect(await its()).toEqual([before]);
    await admin.call(sendAuthCode, { authCodeType: 'SSO_CUSTOMER' });
    const code = await codeSentTo(admin, person.mobile, '单点登录验证码');
    expect(await refusal(admin, saveCustomer, { ...registered, proof: sms(code) } as never)).toBe('OK');
    // It was for one system alone.
    expect(await refusal(admin, changeCustomerKey, { customerId, proof: sms(code) } as never)).toBe(
      'CODE_WRONG',
    );
    expect(await refusal(admin, changeCustomerKey, { customerId, proof: await proofOf(admin) })).toBe('OK');
    expect(await its()).toHaveLength(2);
  });
});

describe('docs/single-sign-on.md', () => {
  const blocks = [...readFileSync('docs/single-sign-on.md', 'utf8').matchAll(/```bash\n([\s\S]*?)```/g)].map(
    (m) => m[1] ?? '',
  );
  const run = (script: string, env: Record<string, string>) =>
    execFileSync('bash', ['-eo', 'pipefail', '-c', script], {
      env: {
        PATH: process.env.PATH,
        SIGNET: product().baseUrl,
        RETURN_URL: RETURN,
        ...env,
      } as NodeJS.ProcessEnv,
      encoding: 'utf8',
    });

  it('[7.18] the example with a shared key works as it is written', async () => {
    const one = await customer();
    const out = run(blocks[0] ?? '', {
      CUSTOMER_PATH: one.path,
      CUSTOMER_ID: one.customerId,
      KEY: one.key,
      MEMBER: one.member.mobile,
    });
    const [link = '', answer = ''] = out.trim().split('\n');
    expect(link).toContain(`${product().baseUrl}/${one.path}/singleSignOn?page=home&authState=AUTH&token=`);
    const { code, data } = JSON.parse(answer) as Envelope<{ session: SessionUser; goTo: string }>;
    expect(code).toBe(200);
    expect(data).toMatchObject({ goTo: '/home', session: { entId: one.ent.id, userId: one.member.id } });
  });

  it('[7.18] the example with a key pair works as it is written', async () => {
    const one = await customer();
    const folder = mkdtempSync(join(tmpdir(), 'signet-sso-'));
    try {
      const KEY_FILE = join(folder, 'key.pem');
      execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', KEY_FILE]);
      const der = execFileSync('openssl', ['pkey', '-in', KEY_FILE, '-pubout', '-outform', 'DER']);
      const path = newPath();
      const by = await platform();
      const { customerId, key } = await by.call(saveCustomer, {
        name: '人事系统',
        path,
        entId: one.ent.id,
        algorithm: 'EdDSA',
        publicKey: der.subarray(-32).toString('base64url'),
        returnAddresses: [RETURN],
        proof: await keyProofOf(by),
      });
      expect(key).toBe('');
      const env = { CUSTOMER_PATH: path, CUSTOMER_ID: customerId, MEMBER: one.member.loginName, KEY_FILE };
      const answer = JSON.parse(run(blocks[1] ?? '', env)) as Envelope;
      expect(answer.code, answer.message).toBe(200);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
