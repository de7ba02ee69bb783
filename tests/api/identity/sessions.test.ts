import { EncryptJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { fromBase64 } from '#core/bytes.ts';
import {
  discardRefreshToken,
  getLoggedUserInfo,
  getPasswordKey,
  listMyEnterprises,
  logout,
  requestToken,
  sendAuthCode,
  userMenus,
} from '#core/identity/calls.ts';
import { encryptPassword } from '#core/identity/password-envelope.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  COMPANY_A,
  COMPANY_B,
  companyA,
  INDIVIDUAL,
  OPERATOR_A,
} from '#tests/fixtures/contracts.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { passCaptcha, registerPerson } from '#tests/fixtures/registration.ts';
import { loggedIn, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const fresh = () => new ApiClient(product().baseUrl);
const userInfo = (client: ApiClient, token: string) =>
  client.envelope(getLoggedUserInfo, {}, { 'X-Token': token });

describe('logging in', () => {
  it('[1.13a] [3.21a] [3.21b] [9.20] by password gives a session, renewed 10 minutes ahead', async () => {
    const { session } = await fresh().login(ADMIN_A.loginName, DEMO.password);
    expect(session!.expiresAtTime - session!.refreshTime).toBe(600_000);
    expect(session!.userId).toBe(ADMIN_A.id);
    const byMobile = await fresh().login(ADMIN_A.mobile, DEMO.password);
    expect(byMobile.session!.userId).toBe(ADMIN_A.id);
  });

  it('[1.13a] by a code that was sent by SMS, once', async () => {
    const client = fresh();
    const proof = await passCaptcha(client);
    await client.call(sendAuthCode, { authCodeType: 'LOGIN', mobile: OPERATOR_A.mobile, ...proof });
    const code = await codeSentTo(client, OPERATOR_A.mobile, '登录验证码');
    const input = { grant_type: 'sms_code' as const, mobile: OPERATOR_A.mobile, code };
    expect((await client.call(requestToken, input)).userId).toBe(OPERATOR_A.id);
    expect((await client.envelope(requestToken, input)).code).toBe(401002);
  });

  it('gives one error for a wrong password and an unknown account, in the requested language', async () => {
    const client = fresh();
    const attempt = async (username: string) =>
      client.envelope(requestToken, {
        grant_type: 'password',
        username,
        password: await client.seal('not the password'),
      });
    const { mobile } = await registerPerson();
    const [wrong, nobody] = [await attempt(mobile), await attempt('nobody-of-that-name')];
    expect(wrong).toMatchObject({ code: 401001, message: '账号或密码不正确，请检查后重试。' });
    expect({ ...nobody, requestId: '' }).toEqual({ ...wrong, requestId: '' });
    client.language = 'en-US';
    expect((await attempt('nobody-of-that-name')).message).toMatch(/^The account or the password is wrong/);
  });

  it('[5.7h] takes an encrypted password once: a recorded request is worthless', async () => {
    const client = fresh();
    const key = await client.call(getPasswordKey, {});
    const password = await encryptPassword({ ...key, spki: fromBase64(key.spki) }, DEMO.password);
    const input = { grant_type: 'password' as const, username: OPERATOR_A.loginName, password };
    expect((await client.envelope(requestToken, input)).code).toBe(200);
    expect((await client.envelope(requestToken, input)).code).toBe(400002);
    const plain = await client.envelope(requestToken, { ...input, password: DEMO.password });
    expect(plain.code).toBe(400002);
    const forged = {
      ...key,
      nonce: key.nonce.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')),
      spki: fromBase64(key.spki),
    };
    const sealed = await encryptPassword(forged, DEMO.password);
    expect((await client.envelope(requestToken, { ...input, password: sealed })).code).toBe(400002);
  });
});

it('a session written by a test says and may do what a login gives, for person and enterprise', async () => {
  for (const enterprise of ['', COMPANY_A.id]) {
    const [written, logged] = [await signedIn(ADMIN_A, enterprise), await loggedIn(ADMIN_A, enterprise)];
    const said = ({ session }: ApiClient) => ({
      ...session,
      // its own of each
      ...{ accessToken: '', refreshToken: '', expiresAtTime: 0 },
      refreshTime: session!.expiresAtTime - session!.refreshTime,
    });
    expect(said(written)).toEqual(said(logged));
    for (const call of [getLoggedUserInfo, userMenus])
      expect(await written.call(call, {})).toEqual(await logged.call(call, {}));
    await written.switchTo('');
    expect(written.session!.entId).toBe('');
  }
});

describe('a token', () => {
  it('[8.1c] that is missing or forged ends the session with a code of its own', async () => {
    const client = await loggedIn(INDIVIDUAL);
    const good = client.session!.accessToken;
    expect((await userInfo(client, good)).code).toBe(200);
    expect((await fresh().envelope(getLoggedUserInfo, {})).code).toBe(70000401);
    const parts = good.split('.');
    parts[3] = parts[3]!.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'));
    expect((await userInfo(client, parts.join('.'))).code).toBe(70000401);
    const forged = (exp: number, secret: Uint8Array) =>
      new EncryptJWT({ sid: 'x', ent: '' })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setSubject(INDIVIDUAL.id)
        .setIssuer('signet')
        .setExpirationTime(exp)
        .encrypt(secret);
    const later = Math.floor(Date.now() / 1000) + 3600;
    expect((await userInfo(client, await forged(later, new Uint8Array(32)))).code).toBe(70000401);
  });

  it('[7.6d] is dead once its session was ended', async () => {
    const client = await loggedIn(INDIVIDUAL);
    await client.call(logout, {});
    expect((await client.envelope(getLoggedUserInfo, {})).code).toBe(70000411);
    const refresh = { grant_type: 'refresh_token' as const, refresh_token: client.session!.refreshToken };
    expect((await client.envelope(requestToken, refresh)).code).toBe(70000401);
  });

  it('[7.6b] [7.6c] is refreshed by a token good once; a discarded one coming back ends it', async () => {
    const client = await loggedIn(INDIVIDUAL);
    const used = client.session!.refreshToken;
    client.session = await client.call(requestToken, { grant_type: 'refresh_token', refresh_token: used });
    await client.call(discardRefreshToken, { token: used });
    expect((await client.envelope(getLoggedUserInfo, {})).code).toBe(200);
    const stolen = await fresh().envelope(requestToken, { grant_type: 'refresh_token', refresh_token: used });
    expect(stolen.code).toBe(70000401);
    const after = { grant_type: 'refresh_token' as const, refresh_token: client.session.refreshToken };
    expect((await fresh().envelope(requestToken, after)).code).toBe(70000401);
  });
});

describe('acting for an enterprise', () => {
  it('[4.18b] exchanges the refresh token for one of that enterprise, with its menu', async () => {
    const client = await loggedIn(ADMIN_A);
    const person = await client.call(userMenus, {});
    await client.switchTo(COMPANY_A.id);
    expect(client.session!.entId).toBe(COMPANY_A.id);
    const info = await client.call(getLoggedUserInfo, {});
    expect(info.activeUser).toMatchObject({
      type: 'ent',
      entName: COMPANY_A.name,
      nodeType: 'ENTERPRISE-ENTERPRISE',
    });
    const paths = (await client.call(userMenus, {})).map((m) => m.path);
    expect(paths).toContain('/companyControl');
    expect(person.map((m) => m.path)).not.toContain('/companyControl');
    expect(person.map((m) => m.path)).toContain('/account');
  });

  it('is rejected for non-members, whatever the request contains', async () => {
    const client = await loggedIn(ADMIN_A);
    const input = {
      grant_type: 'refresh_token' as const,
      refresh_token: client.session!.refreshToken,
      switch_to: COMPANY_B.id,
    };
    expect((await client.envelope(requestToken, input)).code).toBe(403000);
    const enterprises = await client.call(listMyEnterprises, {});
    expect(enterprises.resList.map((e) => e.id)).toEqual([COMPANY_A.id]);
  });

  it('[3.23] gives each menu item its id, name, alias, title, type, category and further fields', async () => {
    const client = await companyA();
    const answer = await fetch(`${product().baseUrl}/ecapi/cb/assemble/usercenter/userRegister/userMenus`, {
      headers: { 'X-Token': client.session!.accessToken },
    });
    type Item = Record<string, unknown> & { children: Item[] };
    const { data } = (await answer.json()) as { data: Item[] };
    const walk = (items: Item[]): Item[] => items.flatMap((item) => [item, ...walk(item.children)]);
    const all = walk(data);
    const names = [
      'alias',
      'category',
      'children',
      'isWhite',
      'menuId',
      'meta',
      'name',
      'path',
      'title',
      'type',
    ];
    for (const item of all) {
      expect(Object.keys(item).sort(), `${item.name}`).toEqual(names);
      expect(item, `${item.name}`).toMatchObject({
        menuId: expect.stringMatching(/./),
        name: expect.stringMatching(/./),
        alias: expect.stringMatching(/./),
        title: expect.stringMatching(/\p{Script=Han}/u),
        type: expect.stringMatching(/^(MENU|BUTTON)$/),
        category: 'PC_FORE_GROUND',
        path: item.type === 'MENU' ? expect.stringMatching(/^\//) : '',
        meta: { visitType: expect.stringMatching(/^(person|ent|)$/) },
      });
      expect(item.isWhite, `${item.name}`).toBe(item.name === 'startEntContract');
    }
    expect(new Set(all.map(({ menuId }) => menuId)).size).toBe(all.length);
    const contracts = data.find(({ name }) => name === 'contractManage')!;
    expect(contracts).toMatchObject({ title: '合同管理', type: 'MENU', path: '/contractManage' });
    const pending = contracts.children.find(({ name }) => name === 'pending')!;
    expect(pending).toMatchObject({ title: '待我签', path: '/contract/issuedContract' });
    expect(pending.children.map(({ name, type }) => [name, type])).toContainEqual([
      'contract_sign',
      'BUTTON',
    ]);
  });

  it('[0.1e] gives the menu in the language of the request', async () => {
    const client = await companyA();
    const titles = async (language: string) => {
      client.language = language;
      return (await client.call(userMenus, {})).map((m) => m.title);
    };
    expect(await titles('zh-CN')).toContain('合同管理');
    expect(await titles('zh-TW')).toContain('合約管理');
    expect(await titles('en-US')).toContain('Contracts');
  });
});
