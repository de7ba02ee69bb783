import { rmSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Bytes, fromBase64 } from '#core/bytes.ts';
import type { Call, InputOf } from '#core/call.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { ERROR_CODES, type ErrorName } from '#core/errors.ts';
import { requestToken, sendAuthCode } from '#core/identity/calls.ts';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '#core/identity/passkey-calls.ts';
import { checkCode, savePassword } from '#core/identity/register-calls.ts';
import { downloadEvidence, signTask } from '#core/task/calls.ts';
import { confirmConsent, getConsent, listConsentMethods, startConsent } from '#core/task/consent-calls.ts';
import { openBundle, verifyBundle } from '#core/verification/verify-bundle.ts';
import { accountRecord, passkey } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { newAuthenticator, type Page } from '#tests/fixtures/authenticator.ts';
import { sentTo } from '#tests/fixtures/embeds.ts';
import { followVerifyPage, unpack } from '#tests/fixtures/evidence-bundle.ts';
import { codeSentTo, trailEntries } from '#tests/fixtures/messages.ts';
import { beginAdding, loginChallenge, page, withPasskey } from '#tests/fixtures/passkeys.ts';
import { passCaptcha } from '#tests/fixtures/registration.ts';
import { PASSWORD, signedIn } from '#tests/fixtures/sign-in.ts';
import { proofOf } from '#tests/fixtures/ukeys.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { fillingsFor, seenIn } from '../../fixtures/contracts.ts';
import { companyWithAdmin, database, newPerson, type Person } from '../../fixtures/people.ts';
import { product } from '../../product.ts';

const EVIL: Page = { origin: 'https://evil.example', rpId: 'evil.example' };
const nobody = () => new ApiClient(product().baseUrl);

/** Makes a call as a page does; resolves with the name of the error, or OK. */
async function said<C extends Call>(
  client: ApiClient,
  call: C,
  input: InputOf<C>,
  origin = page().origin,
): Promise<string> {
  const { code } = await client.envelope(call, input, { Origin: origin });
  if (code === 200) return 'OK';
  return (Object.keys(ERROR_CODES) as ErrorName[]).find((name) => ERROR_CODES[name] === code) ?? String(code);
}

async function logsIn(person: Person, more: object): Promise<string> {
  const client = nobody();
  const password = await client.seal(PASSWORD);
  return said(client, requestToken, {
    grant_type: 'password',
    username: person.loginName,
    password,
    ...more,
  } as InputOf<typeof requestToken>);
}

describe('a passkey of an account', () => {
  it('is added after a second proof, by a key verified for this site, told of and recorded', async () => {
    const { person, client, device } = await withPasskey();
    const [one] = await client.call(listPasskeys, {});
    expect(one).toMatchObject({ name: '手机', usedAt: null, isSynced: false });
    const [row] = await database().select().from(passkey).where(eq(passkey.accountId, person.id));
    expect(row!.credentialId).toBe(device.id);
    const records = await database()
      .select()
      .from(accountRecord)
      .where(eq(accountRecord.accountId, person.id));
    expect(records.map(({ record }) => record)).toContain('PASSKEY_ADDED');

    const wrong = { method: 'PASSWORD' as const, password: await client.seal('135790') };
    expect(await said(client, beginPasskey, { proof: wrong })).toBe('SIGN_PASSWORD_WRONG');
    const proof = await proofOf(client);
    expect(await said(client, beginPasskey, { proof }, EVIL.origin)).not.toBe('OK');
    const add = (response: string, by = client) => said(by, addPasskey, { name: '电脑', response });
    const other = await newAuthenticator();
    const asked = (await beginAdding(client)).challenge;
    expect(await add(await other.create(asked, EVIL))).toBe('PASSKEY_NOT_TAKEN');
    for (const [why, response] of [
      [
        'for another site',
        await other.create((await beginAdding(client)).challenge, { ...page(), rpId: 'evil.example' }),
      ],
      [
        'without verifying',
        await other.create((await beginAdding(client)).challenge, page(), { verified: false }),
      ],
      ['for a challenge of its own', await other.create('AAAA', page())],
      ['for a challenge of a login', await other.create(await loginChallenge(), page())],
      ['with what is no response', '{"id":7}'],
      ['with what is no JSON', '}{'],
    ] as const)
      expect(await add(response), why).toBe('PASSKEY_NOT_TAKEN');
    const good = await other.create((await beginAdding(client)).challenge, page());
    const stranger = await signedIn(await newPerson());
    expect(await add(good, stranger), 'in another session').toBe('PASSKEY_NOT_TAKEN');
    expect(await add(good)).toBe('OK');
    expect(await add(good), 'again').toBe('PASSKEY_NOT_TAKEN');
    const same = await device.create((await beginAdding(client)).challenge, page());
    expect(await add(same), 'a key that is somebody’s').toBe('PASSKEY_NOT_TAKEN');
  });

  it('is asked for at login besides password or code, and nothing else but both will do', async () => {
    const { person, device, client } = await withPasskey();
    expect(await logsIn(person, {})).toBe('PASSKEY_NEEDED');
    const good = async (at = page()) => device.get(await loginChallenge(), at);
    expect(await logsIn(person, { passkey: await good() })).toBe('OK');
    const used = await good();
    expect(await logsIn(person, { passkey: used })).toBe('OK');
    expect(await logsIn(person, { passkey: used }), 'a second time').toBe('PASSKEY_NOT_TAKEN');
    expect(await logsIn(person, { passkey: await good(EVIL) })).toBe('PASSKEY_NOT_TAKEN');
    const unverified = await device.get(await loginChallenge(), page(), { verified: false });
    expect(await logsIn(person, { passkey: unverified })).toBe('PASSKEY_NOT_TAKEN');
    const copied = await device.get(await loginChallenge(), page(), { count: 1 });
    expect(await logsIn(person, { passkey: copied }), 'a counter that went back').toBe('PASSKEY_NOT_TAKEN');
    const stranger = await withPasskey();
    const theirs = await stranger.device.get(await loginChallenge(), page());
    expect(await logsIn(person, { passkey: theirs }), 'of somebody else').toBe('PASSKEY_NOT_TAKEN');

    const { mobile } = person;
    const human = await passCaptcha(nobody());
    await nobody().call(sendAuthCode, { authCodeType: 'LOGIN', mobile, ...human });
    const code = await codeSentTo(client, mobile, '登录验证码');
    const byCode = async (more: object) =>
      said(nobody(), requestToken, { grant_type: 'sms_code', mobile, code, ...more } as InputOf<
        typeof requestToken
      >);
    expect(await byCode({})).toBe('PASSKEY_NEEDED');
    expect(await byCode({ password: await nobody().seal('135790abc') })).toBe('LOGIN_FAILED');
    expect(await byCode({ password: await nobody().seal(PASSWORD) })).toBe('OK');
  });

  it('is asked for with a new password, too: holding the phone does not get around it', async () => {
    const { person, client, device } = await withPasskey();
    const { mobile } = person;
    await nobody().call(sendAuthCode, {
      authCodeType: 'FORGOT_PASSWORD',
      mobile,
      ...(await passCaptcha(nobody())),
    });
    const authCode = await codeSentTo(client, mobile, '找回密码验证码');
    const asked = { authCodeType: 'FORGOT_PASSWORD' as const, username: mobile, authCode };
    const { ticket } = await nobody().call(checkCode, asked);
    const saved = async (more: object) =>
      said(nobody(), savePassword, { ticket, password: await nobody().seal('Fresh#Start27'), ...more });
    expect(await saved({})).toBe('PASSKEY_NEEDED_TO_RESET');
    const stranger = await withPasskey();
    const theirs = await stranger.device.get(await loginChallenge(), page());
    expect(await saved({ passkey: theirs })).toBe('PASSKEY_NOT_TAKEN');
    const elsewhere = await device.get(await loginChallenge(), EVIL);
    expect(await saved({ passkey: elsewhere })).toBe('PASSKEY_NOT_TAKEN');
    // Nothing came of these: the password is as it was, and so are the sessions.
    expect(await logsIn(person, { passkey: await device.get(await loginChallenge(), page()) })).toBe('OK');
    expect(await client.call(listPasskeys, {})).toHaveLength(1);
    expect(await saved({ passkey: await device.get(await loginChallenge(), page()) })).toBe('OK');
    const fresh = { username: person.loginName, grant_type: 'password' as const };
    const good = { ...fresh, password: await nobody().seal('Fresh#Start27') };
    expect(await said(nobody(), requestToken, good)).toBe('PASSKEY_NEEDED');
  });

  it('is renamed and removed by its owner alone, removed after a second proof', async () => {
    const { person, client } = await withPasskey();
    const { passkeyId } = (await client.call(listPasskeys, {}))[0]!;
    const stranger = await signedIn(await newPerson({ signPassword: DEMO.signPassword }));
    expect(await said(stranger, renamePasskey, { passkeyId, name: '我的' })).toBe('NOT_FOUND');
    expect(await said(stranger, removePasskey, { passkeyId, proof: await proofOf(stranger) })).toBe(
      'NOT_FOUND',
    );
    expect(await said(client, renamePasskey, { passkeyId, name: '电脑' })).toBe('OK');
    const wrong = { method: 'PASSWORD' as const, password: await client.seal('135790') };
    expect(await said(client, removePasskey, { passkeyId, proof: wrong })).toBe('SIGN_PASSWORD_WRONG');
    expect((await client.call(listPasskeys, {})).map(({ name }) => name)).toEqual(['电脑']);
    // A code that was sent for something else removes none.
    await client.call(sendAuthCode, { authCodeType: 'BIND_KEY' });
    const other = await codeSentTo(client, person.mobile, '绑定 UKey 验证码');
    expect(await said(client, removePasskey, { passkeyId, proof: { method: 'SMS', code: other } })).toBe(
      'CODE_WRONG',
    );
    expect(await said(client, removePasskey, { passkeyId, proof: await proofOf(client) })).toBe('OK');
    expect(await logsIn(person, {})).toBe('OK');
    expect(await client.call(listConsentMethods, {})).not.toContain('PASSKEY');
  });
});

describe('consent by a passkey', () => {
  it('signs the digest of what was shown, for one task, once; openssl verifies the bundle’s', async () => {
    const { admin } = await companyWithAdmin();
    const { person, client, device } = await withPasskey();
    const [{ planId: taskId }, other] = [await sentTo(admin, person), await sentTo(admin, person)];
    expect(await client.call(listConsentMethods, {})).toContain('PASSKEY');
    const start = async (id: string) =>
      client.call(
        startConsent,
        { method: 'PASSKEY', subject: { kind: 'PLAN', id }, seen: await seenIn(client, id) },
        { Origin: page().origin },
      );
    const { ticketId, passkey: asked } = await start(taskId);
    const elsewhere = await start(other.planId);
    expect(asked!.challenge).not.toBe(elsewhere.passkey!.challenge);
    expect(asked!.known).toEqual([device.id]);
    const consent = { method: 'PASSKEY' as const, ticketId };
    const input = {
      planId: taskId,
      consent,
      seen: await seenIn(client, taskId),
      fillings: await fillingsFor(client, taskId),
    };
    const confirm = (response: string, by = client) => said(by, confirmConsent, { ticketId, response });
    expect(await said(client, signTask, input)).toBe('CONSENT_NOT_GIVEN');
    const theirs = await device.get(elsewhere.passkey!.challenge, page());
    expect(await confirm(theirs), 'for another task').toBe('PASSKEY_NOT_TAKEN');
    expect(await confirm(await device.get(asked!.challenge, EVIL))).toBe('PASSKEY_NOT_TAKEN');
    const stranger = await withPasskey();
    const foreign = await stranger.device.get(asked!.challenge, page());
    expect(await confirm(foreign), 'of somebody else').toBe('PASSKEY_NOT_TAKEN');
    expect(await confirm(foreign, stranger.client)).toBe('NOT_FOUND');
    expect((await client.call(getConsent, { ticketId })).state).toBe('PENDING');
    expect(await confirm(await device.get(asked!.challenge, page()))).toBe('OK');
    expect(await confirm(await device.get(asked!.challenge, page())), 'again').toBe('CONSENT_ENDED');
    const misused = { ...input, planId: other.planId, seen: await seenIn(client, other.planId) };
    expect(
      await said(client, signTask, { ...misused, fillings: await fillingsFor(client, other.planId) }),
    ).toBe('NOT_FOUND');
    expect(await said(client, signTask, input)).toBe('OK');
    expect((await client.call(getConsent, { ticketId })).state).toBe('SPENT');
    const entries = await trailEntries(admin, taskId);
    const { evidence } = entries.find(({ event }) => event === 'SIGNED')!;
    expect(evidence.consent).toBe('PASSKEY');
    // Of the person and the device it tells the key only, which is of this site alone.
    expect(
      Object.keys(evidence)
        .filter((name) => /^(?:passkey|consent)./.test(name))
        .toSorted(),
    ).toEqual([
      'consentSeen',
      'consentText',
      'passkeyClient',
      'passkeyData',
      'passkeyKey',
      'passkeySignature',
    ]);
    expect(JSON.stringify(evidence)).not.toContain(device.id);
    expect(evidence.consentSeen).toContain(input.seen[0]!.sha256);

    // What the passkey signed is verified by openssl alone; what the engine finds changed, it says.
    await untilPreserved(admin, taskId);
    const { bytes } = await admin.download(downloadEvidence, { planId: taskId, language: 'en-US' });
    const folder = unpack(bytes);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const whole = followVerifyPage(folder).find(({ script }) => script.includes('consents/*.pem'))!;
    expect(whole.status, whole.output).toBe(0);
    expect(whole.output).toContain('Signature Verified Successfully');
    expect(whole.output).toContain(page().origin);
    const trustAnchors = (await admin.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
    const engine = async (change: Record<string, Uint8Array>) => {
      const zip = zipSync({ ...unzipSync(bytes), ...change }, { level: 0 }) as Bytes;
      return (await verifyBundle(openBundle(zip)!, zip.length, { time: Date.now(), trustAnchors })).problems;
    };
    expect(await engine({})).toEqual([]);
    const signature = Object.keys(unzipSync(bytes)).find((name) => /^consents\/.*\.sig$/.test(name))!;
    expect(await engine({ [signature]: new Uint8Array([1]) })).toContain('evidence-trail-changed');
  });
});
