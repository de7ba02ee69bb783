import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { AGREEMENT_VERSION } from '#core/identity/agreements.ts';
import {
  changeDefaultPassword,
  checkCode,
  getLoggedUserInfo,
  getRegisteredUser,
  register,
  savePassword,
  sendAuthCode,
} from '#core/identity/calls.ts';
import { account, agreementConsent } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { ADMIN_A, INDIVIDUAL } from '#tests/fixtures/contracts.ts';
import { codeSentTo, sentMessages } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { NEW_PASSWORD, passCaptcha, registerPerson } from '#tests/fixtures/registration.ts';

import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const fresh = () => new ApiClient(product().baseUrl);
const V = AGREEMENT_VERSION;
const AGREED = { 1: V, 2: V, 3: V, 4: V };

async function codeFor(client: ApiClient, mobile: string): Promise<string> {
  await client.call(sendAuthCode, { authCodeType: 'REGISTER', mobile, ...(await passCaptcha(client)) });
  return codeSentTo(client, mobile, '注册验证码');
}

describe('registration', () => {
  it('[1.13b] [7.8a] [3.21f] makes an account of mobile, code, password and accepted agreements', async () => {
    const { client, id, mobile, password } = await registerPerson();
    const me = await client.call(getRegisteredUser, { id });
    expect(me).toMatchObject({ id, account: mobile, defaultPwd: false, authStatus: 'UNAUTH' });
    expect(me.mobile).toBe(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
    const accepted = await database()
      .select()
      .from(agreementConsent)
      .where(eq(agreementConsent.accountId, id));
    expect(accepted.map((a) => [a.agreement, a.version]).sort()).toEqual([1, 2, 3, 4].map((n) => [n, V]));
    expect((await fresh().login(mobile, password)).session!.userId).toBe(id);
  });

  it('[5.7d] requires 8 to 20 characters of all four classes, whatever the page sends', async () => {
    const client = fresh();
    const mobile = newMobile();
    const code = await codeFor(client, mobile);
    for (const password of [
      'Ab1!xyz',
      'abcdef1!',
      'ABCDEF1!',
      'Abcdefg!',
      'Abcdefg1',
      `Ab1!${'x'.repeat(17)}`,
      `Ab!${mobile}`,
    ]) {
      const input = { mobile, code, password: await client.seal(password), agreements: AGREED };
      expect([password, (await client.envelope(register, input)).code]).toEqual([password, 400010]);
    }
    const input = { mobile, code, password: await client.seal('Ab1!xyzw'), agreements: AGREED };
    expect((await client.envelope(register, input)).code).toBe(200);
  });

  it('[1.13b] rejects everyone who did not accept the current version of each agreement', async () => {
    const client = fresh();
    const mobile = newMobile();
    for (const agreements of [
      { ...AGREED, 3: '2020-01-01' },
      { 1: V, 2: V, 3: V },
    ]) {
      const input = { mobile, code: '123456', password: await client.seal(NEW_PASSWORD), agreements };
      expect([400012, 400000]).toContain((await client.envelope(register, input)).code);
    }
  });

  it('responds for a registered mobile as for any other; only the phone gets the message', async () => {
    const client = fresh();
    const ask = async (mobile: string) => {
      const proof = await passCaptcha(client);
      return client.envelope(sendAuthCode, { authCodeType: 'REGISTER', mobile, ...proof });
    };
    const { mobile: known } = await registerPerson();
    // The code of the registration above is a minute's only one.
    expect((await ask(known)).code).toBe(429000);
    const [a, b] = [await ask(ADMIN_A.mobile), await ask(newMobile())];
    expect({ ...a, requestId: '' }).toEqual({ ...b, requestId: '' });
    const told = await sentMessages(client, ADMIN_A.mobile);
    expect(told.filter(({ text }) => /注册验证码(?:是)? \d{6}/.test(text))).toEqual([]);
    const input = { mobile: ADMIN_A.mobile, code: '123456', agreements: AGREED };
    const refused = await client.envelope(register, { ...input, password: await client.seal(NEW_PASSWORD) });
    expect(refused.code).toBe(401002);
  });

  it('takes nothing else from the request: no role, owner type or prototype (mass assignment)', async () => {
    const client = fresh();
    const mobile = newMobile();
    const body = {
      mobile,
      code: await codeFor(client, mobile),
      password: await client.seal(NEW_PASSWORD),
      agreements: AGREED,
      platformAdmin: true,
      ownerType: 'INSIDE',
      personalAuthStatus: 'AUTH',
      id: ADMIN_A.id,
      loginName: 'admin',
      constructor: { prototype: { platformAdmin: true } },
    };
    const text = JSON.stringify(body).replace('{', '{"__proto__":{"platformAdmin":true,"status":"X"},');
    const response = await fetch(`${product().baseUrl}/ecapi${register.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    });
    const answer = (await response.json()) as { code: number; data: { userId: string; username: string } };
    expect(answer.code).toBe(200);
    const [row] = await database().select().from(account).where(eq(account.id, answer.data.userId));
    // [3.2a] The login name is the mobile, which stands in no column as it is.
    expect(answer.data.username).toBe(mobile);
    expect(JSON.stringify(row)).not.toContain(mobile);
    expect(row).toMatchObject({
      platformAdmin: false,
      ownerType: 'OUTSIDE',
      personalAuthStatus: 'UNAUTH',
      status: 'ENABLE',
    });
  });

  it('of one mobile at once makes one account', async () => {
    const client = fresh();
    const mobile = newMobile();
    const code = await codeFor(client, mobile);
    const sealed = await Promise.all([1, 2, 3, 4].map(() => client.seal(NEW_PASSWORD)));
    const answers = await Promise.all(
      sealed.map((password) => client.envelope(register, { mobile, code, password, agreements: AGREED })),
    );
    expect(answers.map((a) => a.code).sort()).toEqual([200, 401002, 401002, 401002]);
  });

  it('[7.8a] shows nobody the registration of another', async () => {
    const { client } = await registerPerson();
    expect((await client.envelope(getRegisteredUser, { id: INDIVIDUAL.id })).code).toBe(404000);
  });
});

describe('a forgotten password', () => {
  it('[1.13c] [7.8b] [7.8f] is reset with a code; its ticket is valid once; every session ends', async () => {
    const { client: old, mobile, password } = await registerPerson();
    const client = fresh();
    await client.call(sendAuthCode, {
      authCodeType: 'FORGOT_PASSWORD',
      mobile,
      ...(await passCaptcha(client)),
    });
    const authCode = await codeSentTo(client, mobile, '找回密码验证码');
    const wrong = String((Number(authCode) + 1) % 1_000_000).padStart(6, '0');
    const check = { authCodeType: 'FORGOT_PASSWORD' as const, username: mobile };
    expect((await client.envelope(checkCode, { ...check, authCode: wrong })).code).toBe(401002);
    const { ticket } = await client.call(checkCode, { ...check, authCode });
    expect((await client.envelope(checkCode, { ...check, authCode })).code).toBe(401002);

    const set = async (text: string, by = ticket) =>
      (await client.envelope(savePassword, { ticket: by, password: await client.seal(text) })).code;
    // [5.7f] Widget B: special characters of its own list only; the ticket stays good for the next try.
    expect(await set('Signet-2027')).toBe(400010);
    expect(await set(password.replaceAll('-', '_'))).toBe(400010);
    expect(await set('Fresh#Start27', 'forged')).toBe(401014);
    expect(await set('Fresh#Start27')).toBe(200);
    expect(await set('Fresh#Start28')).toBe(401014);
    expect((await old.envelope(getLoggedUserInfo, {})).code).toBe(70000411);
    expect((await fresh().login(mobile, 'Fresh#Start27')).session).not.toBeNull();
  });

  it('of nobody looks the same until a code would be needed', async () => {
    const client = fresh();
    const mobile = newMobile();
    const answer = await client.envelope(sendAuthCode, {
      authCodeType: 'FORGOT_PASSWORD',
      mobile,
      ...(await passCaptcha(client)),
    });
    expect(answer.code).toBe(200);
    const check = { authCodeType: 'FORGOT_PASSWORD', username: mobile, authCode: '123456' };
    expect((await client.envelope(checkCode, check)).code).toBe(401002);
  });
});

describe('a default or weak password', () => {
  it('[4.16a] [5.7c] [5.7g] [7.11d] is reported; the person alone sets 8 to 16 of three classes', async () => {
    const { client, id, mobile, password } = await registerPerson();
    const change = async (text: string, userId = id) =>
      (await client.envelope(changeDefaultPassword, { userId, password: await client.seal(text) })).code;
    // A password that is good is changed in the account centre, which asks for the old one.
    expect(await change('Better+2027')).toBe(403000);
    await database().update(account).set({ defaultPassword: true }).where(eq(account.id, id));
    expect((await client.call(getLoggedUserInfo, {})).person.defaultPwd).toBe(true);
    expect(await change('Better+2027', INDIVIDUAL.id)).toBe(403000);
    for (const text of ['Short+1', 'onlyletters', `Long+1${'x'.repeat(11)}`, 'Password123'])
      expect(await change(text)).toBe(400010);
    expect(await change(password)).toBe(409171);
    expect(await change('Better+2027')).toBe(200);
    expect((await client.call(getLoggedUserInfo, {})).person.defaultPwd).toBe(false);
    expect((await fresh().login(mobile, 'Better+2027')).session!.userId).toBe(id);
  });

  it('[5.7g] is noticed at the next login', async () => {
    const { id, mobile } = await registerPerson();
    const { hashPassword } = await import('#edge/kernel/crypto/passwords.ts');
    const passwordHash = await hashPassword('weakling');
    await database().update(account).set({ passwordHash }).where(eq(account.id, id));
    const client = await fresh().login(mobile, 'weakling');
    expect((await client.call(getLoggedUserInfo, {})).person.defaultPwd).toBe(true);
    const good = await signedIn(INDIVIDUAL);
    expect((await good.call(getLoggedUserInfo, {})).person.defaultPwd).toBe(false);
  });
});
