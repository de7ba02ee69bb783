import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '#core/errors.ts';
import { saveSignPassword, sendAuthCode, sendMailCode } from '#core/identity/calls.ts';
import { account, authCode } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { INDIVIDUAL } from '#tests/fixtures/contracts.ts';
import { counted } from '#tests/fixtures/counted.ts';
import { codeSentTo, sentMessage, sentMessages } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { passCaptcha, registerPerson } from '#tests/fixtures/registration.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

const HOUR_MS = 3_600_000;
const fresh = () => new ApiClient(product().baseUrl);

describe('codes by SMS and mail', () => {
  it('[7.7a] [5.8a] [9.14] sends six digits for the requested purpose, and shows it on /sim', async () => {
    const client = await signedIn(INDIVIDUAL);
    const mobile = newMobile();
    await client.call(sendAuthCode, { authCodeType: 'UPDATE_MOBILE', mobile });
    expect(await codeSentTo(client, mobile, '更换手机号验证码')).toMatch(/^\d{6}$/);
    const [message] = await sentMessages(client, mobile);
    expect(message).toMatchObject({ channel: 'sms', target: mobile, state: 'DELIVERED' });
  });

  it('[7.7b] [5.8a] sends a code to the person’s new mail address, and to nobody signed out', async () => {
    const client = await signedIn(INDIVIDUAL);
    const mail = `New-${crypto.randomUUID()}@example.com`;
    await client.call(sendMailCode, { authCodeType: 'UPDATE_MAIL', mail });
    expect(await codeSentTo(client, mail, '绑定邮箱验证码')).toMatch(/^\d{6}$/);
    const stranger = { authCodeType: 'UPDATE_MAIL', mail: `other-${mail}` };
    expect((await fresh().envelope(sendMailCode, stranger)).code).toBe(70000401);
    expect((await client.envelope(sendMailCode, { ...stranger, mail: 'no mail' })).fields).toEqual([
      { path: 'mail', problem: 'INPUT_INVALID' },
    ]);
  });

  it('keeps a code as a digest, for five minutes; afterwards it proves nothing', async () => {
    const { client, mobile } = await registerPerson();
    await client.call(sendAuthCode, { authCodeType: 'SIGN_PASSWORD' });
    const message = await sentMessage(client, mobile, /设置签署密码验证码/);
    const code = /\d{6}/.exec(message.text)![0];
    const one = eq(authCode.id, message.id);
    const [row] = await database().select().from(authCode).where(one);
    expect(row!.expiresAt - row!.createdAt).toBe(5 * 60_000);
    expect(JSON.stringify(row)).not.toContain(code);
    expect(JSON.stringify(row)).not.toContain(mobile);
    await database()
      .update(authCode)
      .set({ expiresAt: Date.now() - 1 })
      .where(one);
    const password = await client.seal('135790');
    expect((await client.envelope(saveSignPassword, { password, authCode: code })).code).toBe(
      ERROR_CODES.CODE_WRONG,
    );
    await database()
      .update(authCode)
      .set({ expiresAt: Date.now() + 60_000 })
      .where(one);
    const again = { password: await client.seal('135790'), authCode: code };
    expect((await client.envelope(saveSignPassword, again)).code).toBe(200);
  });

  it('[8.6e] [8.20b] says that nothing was sent, shows it, and lets the person ask again at once', async () => {
    const client = await signedIn(INDIVIDUAL);
    const mobile = `${newMobile().slice(0, 7)}0000`;
    const input = { authCodeType: 'UPDATE_MOBILE' as const, mobile };
    const answers = [await client.envelope(sendAuthCode, input), await client.envelope(sendAuthCode, input)];
    expect(answers.map((a) => a.code)).toEqual([401006, 401006]);
    expect(answers[0]!.message).toBe('验证码没有发送成功，请稍后重试。');
    const masked = `${mobile.slice(0, 3)}****0000`;
    const shown = await sentMessages(client, masked);
    expect(shown.slice(0, 2).map(({ state, text }) => [state, text])).toEqual([
      ['FAILED', ''],
      ['FAILED', ''],
    ]);
  });

  it('lets nobody who requests codes for a mobile use up those of its owner', async () => {
    const { client, id, mobile } = await registerPerson();
    const db = database();
    const [row] = await db.select({ target: account.mobileIndex }).from(account).where(eq(account.id, id));
    // An hour's worth of a stranger's asking, one code a minute.
    await counted(`code-hour:strange:${row?.target}`, HOUR_MS, 10);
    const stranger = { authCodeType: 'LOGIN', mobile, ...(await passCaptcha(client)) };
    expect((await fresh().envelope(sendAuthCode, stranger)).code).toBe(429000);
    expect((await client.envelope(sendAuthCode, { authCodeType: 'SIGN_PASSWORD' })).code).toBe(200);
    expect(await codeSentTo(client, mobile, '设置签署密码验证码')).toMatch(/^\d{6}$/);
  });

  it('lets one account ask for twenty codes an hour to mobiles that are not its own', async () => {
    const { client, id } = await registerPerson();
    const ask = async () =>
      (await client.envelope(sendAuthCode, { authCodeType: 'UPDATE_MOBILE', mobile: newMobile() })).code;
    await counted(`code-by:${id}`, HOUR_MS, 19);
    expect(await ask()).toBe(200);
    await counted(`code-by:${id}`, HOUR_MS, 20);
    expect(await ask()).toBe(429000);
  });

  it('sends one’s own code to one’s own mobile only', async () => {
    const client = await signedIn(INDIVIDUAL);
    const other = DEMO.accounts.find((a) => a.loginName !== INDIVIDUAL.loginName)!.mobile;
    const answer = await client.envelope(sendAuthCode, { authCodeType: 'CANCEL_USER', mobile: other });
    expect([answer.code, answer.fields]).toEqual([400000, [{ path: 'mobile', problem: 'INPUT_INVALID' }]]);
    expect((await fresh().envelope(sendAuthCode, { authCodeType: 'CANCEL_USER' })).code).toBe(70000401);
  });
});
