import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  cancelOutUser,
  resetSignPassword,
  updateMail,
  updateMobile,
  updatePassword,
  updateSignPassword,
} from '#core/account/calls.ts';
import { getLoggedUserInfo, requestToken, saveSignPassword } from '#core/identity/calls.ts';
import { sendAuthCode, sendMailCode } from '#core/identity/code-calls.ts';
import { createSeal, listSeals } from '#core/seal/calls.ts';
import { getTask, sendTask, signTask } from '#core/task/calls.ts';
import { account, certificate, enterprise, member, session } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { codeSentTo, noticesOfAccount, sentNotice } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { loggedIn, PASSWORD, refusal } from '#tests/fixtures/sign-in.ts';
import { companyA, fillingsFor, personSigner, seenIn, taskToSend } from '../../fixtures/contracts.ts';
import {
  addMember,
  database,
  keyring,
  memberRow,
  newCompany,
  newPerson,
  type Person,
} from '../../fixtures/people.ts';
import { product } from '../../product.ts';

/** The newest code that was sent to somebody, whatever it is for: other messages may come after it. */
const codeTo = (client: ApiClient, target: string) => codeSentTo(client, target, '验证码');
const smsCode = async (
  client: ApiClient,
  person: Person,
  authCodeType: 'CHECK_MOBILE' | 'SIGN_PASSWORD' | 'CANCEL_USER',
) => {
  await client.call(sendAuthCode, { authCodeType });
  return codeTo(client, person.mobile);
};
const rowOf = async (person: Person) =>
  (await database().select().from(account).where(eq(account.id, person.id)))[0]!;

describe('password', () => {
  it('[7.8e] is changed by the present one; other devices have to log in again', async () => {
    const person = await newPerson();
    const [client, other] = [await loggedIn(person), await loggedIn(person)];
    const next = 'Neu-3141592';
    const change = async (oldPassword: string, password: string) =>
      refusal(client, updatePassword, {
        oldPassword: await client.seal(oldPassword),
        password: await client.seal(password),
      });
    expect(await change('wrong', next)).toBe('OLD_PASSWORD_WRONG');
    for (const weak of ['Short-1', 'alllowercase', 'Charlie1!', `Aa1${'x'.repeat(28)}`])
      expect(await change(PASSWORD, weak), weak).toBe('PASSWORD_NOT_GOOD');
    expect(await change(PASSWORD, PASSWORD)).toBe('PASSWORD_UNCHANGED');
    expect(await change(PASSWORD, next)).toBe('OK');
    expect(await refusal(client, getLoggedUserInfo, {})).toBe('OK');
    expect(await refusal(other, getLoggedUserInfo, {})).toBe('SESSION_EXPIRED');
    const again = new ApiClient(product().baseUrl);
    await again.login(person.loginName, next);
    await expect(new ApiClient(product().baseUrl).login(person.loginName, PASSWORD)).rejects.toThrow();
  });

  it('the present password cannot be guessed at without end', async () => {
    const client = await loggedIn(await newPerson());
    const guess = async () =>
      refusal(client, updatePassword, {
        oldPassword: await client.seal('Wrong-1234'),
        password: await client.seal('Neu-3141592'),
      });
    for (let i = 0; i < 5; i++) expect(await guess()).toBe('OLD_PASSWORD_WRONG');
    expect(await guess()).toBe('LOGIN_TOO_OFTEN');
  });
});

describe('mobile and e-mail', () => {
  it('[7.8c] [5.8c] the old number agrees, the new one proves itself, and logs in from then on', async () => {
    const person = await newPerson();
    const client = await loggedIn(person);
    const mobile = newMobile();
    for (const wrong of ['123', '2661234567a', '+8523800000000'])
      expect(
        await refusal(client, updateMobile, { mobile: wrong, authCode: '123456', checkCode: '123456' }),
      ).toBe('INPUT_INVALID');
    const checkCode = await smsCode(client, person, 'CHECK_MOBILE');
    await client.call(sendAuthCode, { authCodeType: 'UPDATE_MOBILE', mobile });
    const authCode = await codeTo(client, mobile);
    // Neither code stands for the other.
    expect(await refusal(client, updateMobile, { mobile, authCode: checkCode, checkCode: authCode })).toBe(
      'CODE_WRONG',
    );
    await client.call(updateMobile, { mobile, authCode, checkCode });
    await new ApiClient(product().baseUrl).login(mobile, PASSWORD);
    await expect(new ApiClient(product().baseUrl).login(person.mobile, PASSWORD)).rejects.toThrow();
  });

  it('[7.8c] a number that somebody else has stays theirs, without revealing whose it is', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const client = await loggedIn(person);
    const checkCode = await smsCode(client, person, 'CHECK_MOBILE');
    await client.call(sendAuthCode, { authCodeType: 'UPDATE_MOBILE', mobile: other.mobile });
    const input = { mobile: other.mobile, authCode: '123456', checkCode };
    expect(await refusal(client, updateMobile, input)).toBe('CODE_WRONG');
    expect((await loggedIn(other)).session?.userId).toBe(other.id);
  });

  it('[7.8c] [7.8i] only the change uses up a code: no refusal for another reason costs it', async () => {
    const person = await newPerson();
    const client = await loggedIn(person);
    const [mobile, mail] = [newMobile(), `${person.id}@example.com`];
    const checkCode = await smsCode(client, person, 'CHECK_MOBILE');
    await client.call(sendAuthCode, { authCodeType: 'UPDATE_MOBILE', mobile });
    await client.call(sendMailCode, { authCodeType: 'UPDATE_MAIL', mail });
    const [toMobile, toMail] = [await codeTo(client, mobile), await codeTo(client, mail)];
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const change = (authCode: string, check = checkCode) =>
      refusal(client, updateMobile, { mobile, authCode, checkCode: check });
    expect(
      await refusal(client, updateMobile, { mobile: person.mobile, authCode: toMobile, checkCode }),
    ).toBe('MOBILE_UNCHANGED');
    // The new number may be mistyped as often as it has tries; the old one's code is none the worse for it.
    for (let i = 0; i < 4; i++) expect(await change(wrong(toMobile))).toBe('CODE_WRONG');
    expect(await refusal(client, updateMail, { mail, authCode: wrong(toMail), checkCode })).toBe(
      'CODE_WRONG',
    );
    expect(await change(toMobile, wrong(checkCode))).toBe('CODE_WRONG');
    // Of two changes at once with the same code one is made.
    const both = await Promise.all([
      change(toMobile),
      refusal(client, updateMail, { mail, authCode: toMail, checkCode }),
    ]);
    expect(both.sort()).toEqual(['CODE_WRONG', 'OK']);
  });

  it('[7.8c] a number that was taken while the codes were under way costs neither of them', async () => {
    const person = await newPerson();
    const client = await loggedIn(person);
    const mobile = newMobile();
    const checkCode = await smsCode(client, person, 'CHECK_MOBILE');
    await client.call(sendAuthCode, { authCodeType: 'UPDATE_MOBILE', mobile });
    const input = { mobile, authCode: await codeTo(client, mobile), checkCode };
    const other = await newPerson();
    const { mobileIndex } = await rowOf(other);
    const index = (value: string) =>
      database().update(account).set({ mobileIndex: value }).where(eq(account.id, other.id));
    await index(await (await keyring()).indexOf(mobile, 'mobile'));
    expect(await refusal(client, updateMobile, input)).toBe('CODE_WRONG');
    await index(mobileIndex);
    expect(await refusal(client, updateMobile, input)).toBe('OK');
    expect(await refusal(client, updateMobile, { ...input, mobile: newMobile() })).toBe('CODE_WRONG');
  });

  it('[7.8i] an address is bound with a code to it and one to the mobile, and kept sealed', async () => {
    const person = await newPerson();
    const client = await loggedIn(person);
    const mail = `${person.id}@example.com`;
    const checkCode = await smsCode(client, person, 'CHECK_MOBILE');
    await client.call(sendMailCode, { authCodeType: 'UPDATE_MAIL', mail });
    const authCode = await codeTo(client, mail);
    expect(await refusal(client, updateMail, { mail: 'not-an-address', authCode, checkCode })).toBe(
      'INPUT_INVALID',
    );
    await client.call(updateMail, { mail, authCode, checkCode });
    const row = await rowOf(person);
    expect(row.emailSealed).not.toContain(person.id);
    await new ApiClient(product().baseUrl).login(mail, PASSWORD);
  });
});

describe('signing password', () => {
  it('[7.8l] is set by a code, changed by the old one', async () => {
    const person = await newPerson();
    const client = await loggedIn(person);
    const none = { oldPassword: await client.seal('135790'), password: await client.seal('975310') };
    expect(await refusal(client, updateSignPassword, none)).toBe('SIGN_PASSWORD_NOT_SET');
    const authCode = await smsCode(client, person, 'SIGN_PASSWORD');
    const set = async (password: string) =>
      refusal(client, saveSignPassword, { password: await client.seal(password), authCode });
    for (const bad of ['12345', '111111', 'has blank', PASSWORD])
      expect(['PASSWORD_NOT_GOOD', 'PASSWORD_UNCHANGED']).toContain(await set(bad));
    expect(await set('135790')).toBe('OK');
    expect((await client.call(getLoggedUserInfo, {})).person.hasSignPassword).toBe(true);
    expect(await set('135791')).toBe('CONFLICT');
    const change = async (old: string, next: string) =>
      refusal(client, updateSignPassword, {
        oldPassword: await client.seal(old),
        password: await client.seal(next),
      });
    expect(await change('000001', '975310')).toBe('SIGN_PASSWORD_WRONG');
    expect(await change('135790', '135790')).toBe('PASSWORD_UNCHANGED');
    expect(await change('135790', '975310')).toBe('OK');
  });

  it('[7.8l] cannot be guessed without end: neither by signing and changing it, nor by a burst', async () => {
    const person = await newPerson({ signPassword: '135790' });
    const client = await loggedIn(person);
    const a = await companyA();
    const { planId: taskId } = await a.call(
      sendTask,
      await taskToSend(a, [personSigner({ realName: person.name, mobile: person.mobile })]),
    );
    const fillings = await fillingsFor(client, taskId);
    const seen = await seenIn(client, taskId);
    const signWith = async (guess: string) =>
      refusal(client, signTask, {
        planId: taskId,
        seen,
        consent: { method: 'PASSWORD', password: await client.seal(guess) },
        fillings,
      });
    const change = async (guess: string) =>
      refusal(client, updateSignPassword, {
        oldPassword: await client.seal(guess),
        password: await client.seal('975310'),
      });
    for (const guess of ['000001', '000002', '000003'])
      expect(await signWith(guess)).toBe('SIGN_PASSWORD_WRONG');
    for (const guess of ['000004', '000005']) expect(await change(guess)).toBe('SIGN_PASSWORD_WRONG');
    expect(await signWith('135790')).toBe('TOO_OFTEN');
    expect(await change('135790')).toBe('TOO_OFTEN');
    // All at the same moment, before any of them is known to be wrong.
    const other = await loggedIn(await newPerson({ signPassword: '135790' }));
    const guesses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => ({
        oldPassword: await other.seal(`00001${i}`),
        password: await other.seal('975310'),
      })),
    );
    const answers = await Promise.all(guesses.map((input) => refusal(other, updateSignPassword, input)));
    const judged = answers.filter((answer) => answer === 'SIGN_PASSWORD_WRONG');
    expect(judged).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'TOO_OFTEN')).toHaveLength(35);
  });

  it('[7.8l] a forgotten one is reset by a code', async () => {
    const person = await newPerson({ signPassword: '135790' });
    const client = await loggedIn(person);
    const wrong = { password: await client.seal('864209'), authCode: '000000' };
    expect(await refusal(client, resetSignPassword, wrong)).toBe('CODE_WRONG');
    const authCode = await smsCode(client, person, 'SIGN_PASSWORD');
    await client.call(resetSignPassword, { password: await client.seal('864209'), authCode });
    const input = { oldPassword: await client.seal('864209'), password: await client.seal('975310') };
    expect(await refusal(client, updateSignPassword, input)).toBe('OK');
  });
});

describe('closing the account', () => {
  const close = { authCodeType: 'CANCEL_USER' as const };

  it('[7.8j] [7.9a] [3.27] [5.8d] needs a code of six digits sent for that to one’s own mobile', async () => {
    const person = await newPerson();
    const client = await loggedIn(person);
    const other = await smsCode(client, person, 'CHECK_MOBILE');
    expect(await refusal(client, sendAuthCode, { ...close, mobile: newMobile() })).toBe('INPUT_INVALID');
    await client.call(sendAuthCode, { ...close, mobile: person.mobile });
    const authCode = await codeTo(client, person.mobile);
    for (const bad of ['', '12345', '1234567', 'abcdef'])
      expect(await refusal(client, cancelOutUser, { ...close, authCode: bad })).toBe('INPUT_INVALID');
    expect(await refusal(client, cancelOutUser, { ...close, authCode: other })).toBe('CODE_WRONG');
    expect(await refusal(client, cancelOutUser, { ...close, authCode, mobile: newMobile() })).toBe(
      'INPUT_INVALID',
    );
    expect(await refusal(client, cancelOutUser, { ...close, authCode, mobile: person.mobile })).toBe('OK');
    expect((await rowOf(person)).status).toBe('CANCELLED');
  });

  it('[4.23c] [7.8j] removes all personal data and access, and the number can register again', async () => {
    const person = await newPerson({ signPassword: '135790' });
    const client = await loggedIn(person);
    const second = await loggedIn(person);
    await client.call(createSeal, {
      stampName: '我的签名',
      stampCategory: 'HANDWRITTEN',
      picture: {
        kind: 'HANDWRITING',
        strokes: [
          Array.from({ length: 30 }, (_, i) => ({
            x: i * 5,
            y: 40 + 20 * Math.sin(i),
            time: i * 10,
            pressure: 0.5,
          })),
        ],
      },
    });
    const boss = await newPerson();
    const ent = await newCompany(boss);
    await addMember(ent, person, ['SIGN_OPERATOR']);
    const authCode = await smsCode(client, person, 'CANCEL_USER');
    await client.call(cancelOutUser, { ...close, authCode });

    const row = await rowOf(person);
    for (const secret of [person.name, person.mobile, person.loginName])
      expect(JSON.stringify(row)).not.toContain(secret);
    expect(row).toMatchObject({
      status: 'CANCELLED',
      nameSealed: '',
      plainName: '',
      loginSealed: '',
      mobileSealed: '',
      emailSealed: null,
      idNumberSealed: null,
      passwordHash: '',
      signPasswordHash: '',
      photoKey: '',
    });
    expect(await memberRow(ent, person)).toMatchObject({ roles: [] });
    const certificates = await database()
      .select()
      .from(certificate)
      .where(eq(certificate.ownerKey, `P:${person.id}`));
    expect(certificates.length).toBeGreaterThan(0);
    expect(certificates.every((c) => c.revokedAt !== null)).toBe(true);
    expect(await noticesOfAccount(person.id)).toEqual([]);
    const sessions = await database().select().from(session).where(eq(session.accountId, person.id));
    expect(sessions.every((s) => s.endedAt !== null && s.device === '')).toBe(true);

    for (const dead of [client, second])
      expect(['SESSION_EXPIRED', 'SESSION_LOCKED', 'SESSION_INVALID']).toContain(
        await refusal(dead, listSeals, {}),
      );
    const input = { grant_type: 'refresh_token' as const, refresh_token: second.session!.refreshToken };
    expect(['SESSION_INVALID', 'SESSION_LOCKED']).toContain(await refusal(second, requestToken, input));
    await expect(new ApiClient(product().baseUrl).login(person.loginName, PASSWORD)).rejects.toThrow();
    await expect(new ApiClient(product().baseUrl).login(person.mobile, PASSWORD)).rejects.toThrow();
    const freed = await database().select().from(account).where(eq(account.mobileIndex, row.mobileIndex));
    expect(freed.map((a) => a.id)).toEqual([person.id]);
    expect(row.mobileIndex).toBe(`closed-${person.id}`);
  });

  it('an administrator of others transfers first; one alone leaves the enterprise without one', async () => {
    const [boss, clerk] = [await newPerson(), await newPerson()];
    const ent = await newCompany(boss);
    await addMember(ent, clerk, ['EMPLOYEE']);
    const client = await loggedIn(boss);
    const authCode = await smsCode(client, boss, 'CANCEL_USER');
    expect(await refusal(client, cancelOutUser, { ...close, authCode })).toBe('ACCOUNT_IS_ADMINISTRATOR');
    await database().update(member).set({ leftAt: 1 }).where(eq(member.accountId, clerk.id));
    expect(await refusal(client, cancelOutUser, { ...close, authCode })).toBe('OK');
    const [row] = await database().select().from(enterprise).where(eq(enterprise.id, ent.id));
    expect(row?.administratorId).toBeNull();
  });

  it('contracts stay for the other parties, and those who wait for the signature are notified', async () => {
    const [sender, person] = [await newPerson(), await newPerson()];
    const ent = await newCompany(sender);
    const client = await loggedIn(sender, ent);
    const signer = personSigner({ realName: person.name, mobile: person.mobile });
    const { planId: taskId } = await client.call(sendTask, await taskToSend(client, [signer]));
    const leaving = await loggedIn(person);
    const authCode = await smsCode(leaving, person, 'CANCEL_USER');
    await leaving.call(cancelOutUser, { ...close, authCode });
    const plan = await client.call(getTask, { planId: taskId });
    expect(plan.signerList[0]?.userName).toBe(person.name);
    await sentNotice(client, `签署人 ${person.name} 已无法签署`);
  });
});
