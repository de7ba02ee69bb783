import { request } from 'node:http';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listKeys, removeKey, updatePassword } from '#core/account/calls.ts';
import { ERROR_CODES, type ErrorName } from '#core/errors.ts';
import {
  checkCode,
  endOtherSessions,
  getLoggedUserInfo,
  requestToken,
  savePassword,
  sendAuthCode,
} from '#core/identity/calls.ts';
import { bindUkey, listMyUkeys, loginByUkey, unbindUkey } from '#core/identity/ukey-calls.ts';
import { createSeal, getSeal } from '#core/seal/calls.ts';
import { allowUkey, certifyUkey, forbidUkey } from '#core/seal/certificate-calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { sendTask } from '#core/task/calls.ts';
import { beginTaskUkey, continueUkey } from '#core/task/ukey-calls.ts';
import { userUkey } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { fillingsFor, personSigner, seenIn, taskToSend } from '#tests/fixtures/contracts.ts';
import { codeSentTo, sentMessages, sentNotices } from '#tests/fixtures/messages.ts';
import { addMember, companyWithAdmin, database, newPerson, type Person } from '#tests/fixtures/people.ts';
import { passCaptcha } from '#tests/fixtures/registration.ts';
import { PASSWORD, refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { loginInput, softwareKey } from '#tests/fixtures/software-key.ts';
import { ssoSession } from '#tests/fixtures/sso-session.ts';
import { proofOf } from '#tests/fixtures/ukeys.ts';
import { until } from '#tests/fixtures/until.ts';
import { product } from '#tests/product.ts';

const SIGN_PASSWORD = '730518';
const visitor = () => new ApiClient(product().baseUrl);
const nameOf = ({ code }: { code: number }) =>
  code === 200 ? 'OK' : (Object.keys(ERROR_CODES) as ErrorName[]).find((name) => ERROR_CODES[name] === code);

/** Calls that bind a key in some way, with what whoever has the token alone can make of them. */
const BINDINGS = (stampId: string) => {
  const key = softwareKey();
  return [
    [bindUkey, { serial: key.serial, label: 'mine', request: key.request }],
    [certifyUkey, { stampId, serial: key.serial, request: key.request }],
    [allowUkey, { stampId, serial: key.serial }],
  ] as const;
};

async function owner(change: Parameters<typeof newPerson>[0] = {}) {
  const person = await newPerson({ signPassword: SIGN_PASSWORD, ...change });
  return { person, client: await signedIn(person) };
}

/** A key bound by its owner, as the account page does it. */
async function bound(client: ApiClient) {
  const key = softwareKey();
  const { serial, request } = key;
  const proof = await proofOf(client, SIGN_PASSWORD);
  const { id } = await client.call(bindUkey, { serial, label: '我的', request, proof });
  const mine = (await client.call(listMyUkeys, {})).find((one) => one.id === id);
  return { key, id, certificateSerial: mine!.certificateSerial };
}

const ownSeal = (client: ApiClient) =>
  client.call(createSeal, {
    stampName: `合同章 ${crypto.randomUUID().slice(0, 8)}`,
    stampCategory: 'GENERAL',
    picture: { kind: 'DESIGN', design: presetDesign('CONTRACT_40', { name: '某某有限公司', seed: 'k' }) },
  });

const login = async (key: Parameters<typeof loginInput>[0], serial: string, headers = {}) =>
  visitor().envelope(loginByUkey, await loginInput(key, serial), { Origin: product().baseUrl, ...headers });

/** What a person's phone got, once the message is out. */
const told = (person: Person, words: RegExp) =>
  until(async () => {
    const messages = await sentMessages(visitor(), person.mobile);
    const found = messages.filter(({ text }) => words.test(text));
    expect(found, messages.map(({ text }) => text).join()).toHaveLength(1);
    return found[0]!.text;
  });

describe('with a session alone', () => {
  it('no key is bound, certified or allowed: not without a proof, nor with a guessed one', async () => {
    const { boss, admin } = await companyWithAdmin();
    const { stampId } = await ownSeal(admin);
    for (const [call, input] of BINDINGS(stampId)) {
      expect(await refusal(admin, call, input as never), call.id).toBe('INPUT_INVALID');
      const guessed = { ...input, proof: await proofOf(admin, '000000') };
      expect(await refusal(admin, call, guessed as never), call.id).toBe('SIGN_PASSWORD_NOT_SET');
      const code = { ...input, proof: { method: 'SMS', code: '123456' } };
      expect(await refusal(admin, call, code as never), call.id).toBe('CODE_WRONG');
    }
    expect(await admin.call(listMyUkeys, {})).toEqual([]);
    expect((await admin.call(getSeal, { stampId })).ukeys).toEqual([]);
    expect(await database().select().from(userUkey).where(eq(userUkey.accountId, boss.id))).toEqual([]);
  });

  it('a signing password can be guessed at five times, over all calls that require it', async () => {
    const { client } = await owner();
    const key = softwareKey();
    const guess = async () =>
      refusal(client, bindUkey, {
        serial: key.serial,
        label: '',
        request: key.request,
        proof: await proofOf(client, '111112'),
      });
    for (let i = 0; i < 5; i++) expect(await guess()).toBe('SIGN_PASSWORD_WRONG');
    expect(await guess()).toBe('TOO_OFTEN');
    const right = await proofOf(client, SIGN_PASSWORD);
    const input = { serial: key.serial, label: '', request: key.request, proof: right };
    expect(await refusal(client, bindUkey, input)).toBe('TOO_OFTEN');
  });

  it('a code for something else binds nothing, and one that was used binds no second key', async () => {
    const { person, client } = await owner();
    await client.call(sendAuthCode, { authCodeType: 'SIGN' });
    const other = await codeSentTo(client, person.mobile, '签署验证码');
    const bind = (code: string) => {
      const { serial, request } = softwareKey();
      return refusal(client, bindUkey, { serial, label: '', request, proof: { method: 'SMS', code } });
    };
    expect(await bind(other)).toBe('CODE_WRONG');
    await client.call(sendAuthCode, { authCodeType: 'BIND_KEY' });
    const code = await codeSentTo(client, person.mobile, '绑定 UKey 验证码');
    expect([await bind(code), await bind(code)]).toEqual(['OK', 'CODE_WRONG']);
  });

  it('a key that was not bound signs nothing and logs nobody in', async () => {
    const { person, client } = await owner();
    const key = softwareKey();
    const { admin } = await companyWithAdmin();
    const plan = await taskToSend(admin, [personSigner({ realName: person.name, mobile: person.mobile })]);
    const { planId: taskId } = await admin.call(sendTask, plan);
    const fillings = await fillingsFor(client, taskId);
    const begin = { planId: taskId, seen: await seenIn(client, taskId), ukeySerial: key.serial, fillings };
    expect(await refusal(client, beginTaskUkey, begin)).toBe('UKEY_NOT_AUTHORIZED');
    expect(nameOf(await login(key, 'abcdef012345'))).toBe('UKEY_LOGIN_FAILED');
  });
});

describe('a session that a customer’s system opened', () => {
  it('cannot bind, certify or authorize a key, whatever proof is sent', async () => {
    const { boss, ent } = await companyWithAdmin();
    const keeper = await newPerson({ signPassword: SIGN_PASSWORD });
    await addMember(ent, keeper, ['SEAL_ADMIN']);
    const { stampId } = await ownSeal(await signedIn(keeper, ent));
    const sso = await ssoSession(keeper, ent);
    for (const [call, input] of BINDINGS(stampId)) {
      const proof = await proofOf(sso, SIGN_PASSWORD);
      expect(await refusal(sso, call, { ...input, proof } as never), call.id).toBe('SSO_NOT_YOURSELF');
    }
    expect(await refusal(sso, listMyUkeys, {})).toBe('SSO_NOT_YOURSELF');
    expect((await (await signedIn(boss, ent)).call(getSeal, { stampId })).ukeys).toEqual([]);
  });
});

describe('a key that is bound', () => {
  it('is reported to its owner, by SMS and notice', async () => {
    const { person, client } = await owner();
    const { key } = await bound(client);
    expect(await told(person, /已绑定 UKey/)).toContain(key.serial);
    // The notice is an effect of its own, in no order with the message.
    const subjects = async () => (await sentNotices(client)).records.map(({ subject }) => subject);
    await expect.poll(async () => (await subjects()).join()).toContain(key.serial);
  });

  it('is reported to those who manage the seals, if it is for a seal', async () => {
    const { boss, ent, admin } = await companyWithAdmin();
    const [keeper, colleague] = [await newPerson({ signPassword: SIGN_PASSWORD }), await newPerson()];
    await addMember(ent, keeper, ['SEAL_ADMIN']);
    await addMember(ent, colleague, ['EMPLOYEE']);
    const client = await signedIn(keeper, ent);
    const { stampId } = await ownSeal(client);
    const { serial, request } = softwareKey();
    const proof = await proofOf(client, SIGN_PASSWORD);
    await client.call(certifyUkey, { stampId, serial, request, proof });
    for (const one of [boss, keeper]) expect(await told(one, /使用“/)).toContain(serial);
    const subjects = async (reader: ApiClient) =>
      (await sentNotices(reader)).records.map(({ subject }) => subject).join();
    // the notice and the messages on the phone are sent in no order
    await expect.poll(() => subjects(admin)).toContain(serial);
    expect(await subjects(await signedIn(colleague, ent))).not.toContain(serial);
    await client.call(forbidUkey, { stampId, serial });
  });

  it('stops at once when unbound: no login, no signing, no second half of one that began', async () => {
    const { person, client } = await owner();
    const { key, id, certificateSerial } = await bound(client);
    const loggedIn = await login(key, certificateSerial);
    const other = visitor();
    other.session = loggedIn.data;
    expect((await other.call(getLoggedUserInfo, {})).loginUser.userId).toBe(person.id);

    const { admin } = await companyWithAdmin();
    const plan = await taskToSend(admin, [personSigner({ realName: person.name, mobile: person.mobile })]);
    const { planId: taskId } = await admin.call(sendTask, plan);
    const fillings = await fillingsFor(client, taskId);
    const begin = { planId: taskId, seen: await seenIn(client, taskId), ukeySerial: key.serial, fillings };
    const begun = await client.call(beginTaskUkey, begin);
    const values = begun.items.map(({ message }) => key.sign(Buffer.from(message, 'base64')));

    await client.call(unbindUkey, { id });
    // The session that was begun with it ends; the one that was not goes on.
    expect(await refusal(other, getLoggedUserInfo, {})).toBe('SESSION_EXPIRED');
    const renewed = await other.envelope(requestToken, {
      grant_type: 'refresh_token',
      refresh_token: other.session!.refreshToken,
    });
    expect(renewed.code).not.toBe(200);
    expect((await client.call(getLoggedUserInfo, {})).loginUser.userId).toBe(person.id);
    expect(nameOf(await login(key, certificateSerial))).toBe('UKEY_LOGIN_FAILED');
    expect(await refusal(client, beginTaskUkey, begin)).toBe('UKEY_NOT_AUTHORIZED');
    const { signingId } = begun;
    expect(await refusal(client, continueUkey, { signingId, values })).toBe('UKEY_NOT_AUTHORIZED');
  });

  it('can be bound again without ending the session that was started with it', async () => {
    const { client } = await owner();
    const { key, certificateSerial } = await bound(client);
    const begun = visitor();
    begun.session = (await login(key, certificateSerial)).data;
    const proof = await proofOf(client, SIGN_PASSWORD);
    const { id } = await client.call(bindUkey, {
      serial: key.serial,
      label: '',
      request: key.request,
      proof,
    });
    await begun.call(getLoggedUserInfo, {});
    // It is the new one's now.
    await client.call(unbindUkey, { id });
    expect(await refusal(begun, getLoggedUserInfo, {})).toBe('SESSION_EXPIRED');
  });

  it('outlasts “end all other sessions”, which says so, and is listed where it can be removed', async () => {
    const { ent, admin } = await companyWithAdmin();
    const keeper = await newPerson({ signPassword: SIGN_PASSWORD });
    await addMember(ent, keeper, ['SEAL_ADMIN']);
    const forEnt = await signedIn(keeper, ent);
    const { stampId } = await ownSeal(forEnt);
    const ofSeal = softwareKey();
    const { serial, request } = ofSeal;
    await forEnt.call(certifyUkey, {
      stampId,
      serial,
      request,
      proof: await proofOf(forEnt, SIGN_PASSWORD),
    });
    const client = await signedIn(keeper);
    const { key, certificateSerial } = await bound(client);
    expect(await client.call(endOtherSessions, {})).toEqual({ ended: 1, keys: 1 });
    const listed = await client.call(listKeys, {});
    expect(listed.map((one) => [one.kind, one.serial, one.entName])).toEqual([
      ['ACCOUNT', key.serial, ''],
      ['SEAL', serial, ent.name],
    ]);
    // Nobody else sees them or takes them away, the administrator neither: theirs is the seal's own list.
    expect(await admin.call(listKeys, {})).toEqual([]);
    for (const { keyId } of listed) expect(await refusal(admin, removeKey, { keyId })).toBe('NOT_FOUND');
    for (const { keyId } of listed) await client.call(removeKey, { keyId });
    expect(await client.call(listKeys, {})).toEqual([]);
    expect(nameOf(await login(key, certificateSerial))).toBe('UKEY_LOGIN_FAILED');
    const { ukeys, certificateStatus } = await admin.call(getSeal, { stampId });
    expect([ukeys, certificateStatus]).toEqual([[], 'EXPIRED']);
  });

  it('is removed with a password reset or change if requested, and otherwise stays', async () => {
    const { person, client } = await owner();
    const first = await bound(client);
    const change = async (from: string, to: string, removeKeys: boolean) => {
      const [oldPassword, password] = [await client.seal(from), await client.seal(to)];
      await client.call(updatePassword, { oldPassword, password, removeKeys });
    };
    await change(PASSWORD, 'Other#Way-27', false);
    expect(nameOf(await login(first.key, first.certificateSerial))).toBe('OK');
    await change('Other#Way-27', 'Third#Way-27', true);
    expect(nameOf(await login(first.key, first.certificateSerial))).toBe('UKEY_LOGIN_FAILED');

    const second = await bound(client);
    const stranger = visitor();
    const { mobile } = person;
    await stranger.call(sendAuthCode, {
      authCodeType: 'FORGOT_PASSWORD',
      mobile,
      ...(await passCaptcha(stranger)),
    });
    const authCode = await codeSentTo(stranger, mobile, '找回密码验证码');
    const checked = await stranger.call(checkCode, {
      authCodeType: 'FORGOT_PASSWORD',
      username: mobile,
      authCode,
    });
    expect(checked.keys).toBe(1);
    await stranger.call(savePassword, {
      ticket: checked.ticket,
      password: await stranger.seal('Fresh#Way27'),
      removeKeys: true,
    });
    expect(nameOf(await login(second.key, second.certificateSerial))).toBe('UKEY_LOGIN_FAILED');
    expect(await (await visitor().login(mobile, 'Fresh#Way27')).call(listKeys, {})).toEqual([]);
  });

  it('logs in at the address of the product only, whatever Host the client sends', async () => {
    const { client } = await owner();
    const { key, certificateSerial } = await bound(client);
    const elsewhere = 'http://relay.example.com';
    const input = await loginInput(key, certificateSerial, elsewhere);
    const relayed = { Origin: elsewhere, Host: 'relay.example.com', 'X-Forwarded-Host': 'relay.example.com' };
    expect(await raw(input, relayed)).toBe('UKEY_LOGIN_FAILED');
    expect(await raw(await loginInput(key, certificateSerial), { Origin: product().baseUrl })).toBe('OK');
  });
});

/** A login whose headers go out as they are: fetch writes a Host of its own. */
function raw(input: object, headers: Record<string, string>): Promise<string | undefined> {
  const { hostname, port } = new URL(product().baseUrl);
  const path = `/ecapi${loginByUkey.path}`;
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } },
      async (answer) => {
        let text = '';
        for await (const part of answer) text += part;
        // Where the host itself is refused there is no envelope, and no session either.
        resolve(text.startsWith('{') ? nameOf(JSON.parse(text)) : 'UKEY_LOGIN_FAILED');
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(input));
  });
}
