import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPlatformOptions, listOptionRecords, saveKeyPolicy } from '#core/config/calls.ts';
import { type KeyPolicy, STANDARD_KEY_POLICY } from '#core/config/key-policy.ts';
import { sendAuthCode } from '#core/identity/calls.ts';
import { bindUkey, listKeyProofs, listMyUkeys } from '#core/identity/ukey-calls.ts';
import { createSeal, getSeal } from '#core/seal/calls.ts';
import { allowUkey, certifyUkey } from '#core/seal/certificate-calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import type { ApiClient } from '#tests/client.ts';
import { type HardwareAuthority, hardwareAuthority } from '#tests/fixtures/attested-keys.ts';
import { PLATFORM } from '#tests/fixtures/contracts.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { newCompany, newPerson } from '#tests/fixtures/people.ts';

import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { softwareKey } from '#tests/fixtures/software-key.ts';
import { proofOf } from '#tests/fixtures/ukeys.ts';

const SIGN_PASSWORD = '730518';
let platform: ApiClient;
let maker: HardwareAuthority;
beforeAll(async () => {
  platform = await signedIn(PLATFORM);
  maker = hardwareAuthority();
});
afterAll(async () => {
  await set({});
  maker.end();
});

async function set(change: Partial<KeyPolicy>): Promise<void> {
  const { keys } = await platform.call(getPlatformOptions, {});
  await platform.call(saveKeyPolicy, {
    value: { ...STANDARD_KEY_POLICY, ...change },
    version: keys.version,
  });
}
const trusting = (...roots: string[]): Partial<KeyPolicy> => ({
  attestedOnly: true,
  authorities: roots.map((certificate, i) => ({ name: `机构 ${i}`, certificate })),
});

/** An enterprise with two seals, and its administrator as themself and as its administrator. */
async function owner() {
  const person = await newPerson({ signPassword: SIGN_PASSWORD });
  const ent = await newCompany(person);
  const [client, admin] = [await signedIn(person), await signedIn(person, ent)];
  const make = async () =>
    (
      await admin.call(createSeal, {
        stampName: `合同章 ${crypto.randomUUID().slice(0, 8)}`,
        stampCategory: 'GENERAL',
        picture: { kind: 'DESIGN', design: presetDesign('CONTRACT_40', { name: '某某有限公司', seed: 'k' }) },
      })
    ).stampId;
  return { person, client, admin, stampIds: [await make(), await make()] as const };
}

describe('the proofs that binding a key takes', () => {
  it('are those that the platform chose, in every call that binds one', async () => {
    const { person, client, admin, stampIds } = await owner();
    expect(await client.call(listKeyProofs, {})).toEqual({
      methods: ['PASSWORD', 'SMS'],
      attestedOnly: false,
    });
    await set({ proofs: ['SMS'] });
    expect((await client.call(listKeyProofs, {})).methods).toEqual(['SMS']);
    const { serial, request } = softwareKey();
    const proof = await proofOf(admin, SIGN_PASSWORD);
    for (const [call, input] of [
      [bindUkey, { serial, label: '', request }],
      [certifyUkey, { stampId: stampIds[0], serial, request }],
      [allowUkey, { stampId: stampIds[0], serial }],
    ] as const)
      expect(await refusal(admin, call, { ...input, proof } as never), call.id).toBe('KEY_PROOF_NOT_TAKEN');
    expect(await client.call(listMyUkeys, {})).toEqual([]);
    await client.call(sendAuthCode, { authCodeType: 'BIND_KEY' });
    const code = await codeSentTo(client, person.mobile, '绑定 UKey 验证码');
    await client.call(bindUkey, { serial, label: '', request, proof: { method: 'SMS', code } });

    await set({ proofs: ['PASSWORD'] });
    const other = softwareKey();
    const sms = {
      serial: other.serial,
      label: '',
      request: other.request,
      proof: { method: 'SMS' as const, code: '123456' },
    };
    expect(await refusal(client, bindUkey, sms)).toBe('KEY_PROOF_NOT_TAKEN');
    // Who has no signing password yet is offered nothing, and sets one first.
    expect((await (await signedIn(await newPerson())).call(listKeyProofs, {})).methods).toEqual([]);
    await set({});
  });
});

describe('where only attested keys are taken', () => {
  it('a key is bound with the statement of a device whose maker is trusted, and with no other', async () => {
    const [stranger, careless] = [hardwareAuthority(), hardwareAuthority('Careless', false)];
    const { client } = await owner();
    await set(trusting(maker.root, careless.root));
    expect((await client.call(listKeyProofs, {})).attestedOnly).toBe(true);
    const key = softwareKey();
    const [statement, device] = maker.attest(key.request);
    const bind = async (attestation: string[]) => {
      const { serial, request } = key;
      const proof = await proofOf(client, SIGN_PASSWORD);
      return refusal(client, bindUkey, { serial, label: '', request, attestation, proof });
    };
    const refused: [string, string[]][] = [
      ['nothing', []],
      ['no certificate', [Buffer.from('nothing').toString('base64')]],
      ['of a maker whom nobody trusts, though of the same name', stranger.attest(key.request)],
      ['for another key', maker.attest(softwareKey().request)],
      ['by a device that may not issue', careless.attest(key.request)],
      ['without the certificate of the device', [statement]],
      ['the maker’s own root', [maker.root]],
    ];
    for (const [what, attestation] of refused) expect(await bind(attestation), what).toBe('KEY_NOT_ATTESTED');
    expect(await client.call(listMyUkeys, {})).toEqual([]);
    // Certificates stand in a device in any order, beside others.
    expect(await bind([device, ...stranger.attest(key.request), statement])).toBe('OK');
    expect(await client.call(listMyUkeys, {})).toHaveLength(1);
    stranger.end();
    careless.end();
    await set({});
  });

  it('a seal is certified for one; a device uses another seal only with an attested key', async () => {
    const { admin, stampIds } = await owner();
    const [plain, attested] = [softwareKey(), softwareKey()];
    const [first, second] = stampIds;
    const proof = () => proofOf(admin, SIGN_PASSWORD);
    const certify = async ({ serial, request }: typeof plain, attestation: string[]) =>
      refusal(admin, certifyUkey, { stampId: first, serial, request, attestation, proof: await proof() });
    const allow = async ({ serial }: typeof plain) =>
      refusal(admin, allowUkey, { stampId: second, serial, proof: await proof() });
    // From before the platform asked for it: it stays, and gets no further.
    expect(await certify(plain, [])).toBe('OK');
    await set(trusting(maker.root));
    expect(await certify(softwareKey(), [])).toBe('KEY_NOT_ATTESTED');
    expect(await certify(attested, maker.attest(attested.request))).toBe('OK');
    expect(await allow(plain)).toBe('KEY_NOT_ATTESTED');
    expect(await allow(attested)).toBe('OK');
    expect((await admin.call(getSeal, { stampId: first })).ukeys).toHaveLength(2);
    await set({});
  });
});

describe('the platform’s choice', () => {
  it('is kept on record, made by the platform alone, and refuses what locks everybody out', async () => {
    const { client } = await owner();
    const { keys } = await platform.call(getPlatformOptions, {});
    const save = (value: unknown, who = platform) =>
      who.envelope(saveKeyPolicy, { value: value as KeyPolicy, version: keys.version });
    expect((await save(STANDARD_KEY_POLICY, client)).code).toBe(403000);
    expect((await save({ ...STANDARD_KEY_POLICY, proofs: [] })).code).toBe(400000);
    expect((await save({ ...STANDARD_KEY_POLICY, attestedOnly: true })).fields).toEqual([
      { path: 'value.authorities', problem: 'config:rule.authority' },
    ]);
    const [statement] = maker.attest(softwareKey().request);
    for (const certificate of [statement, 'AAAA'])
      expect(
        (await save({ ...STANDARD_KEY_POLICY, authorities: [{ name: '厂商', certificate }] })).fields,
      ).toEqual([{ path: 'value.authorities.0.certificate', problem: 'config:rule.certificate' }]);
    expect((await save({ ...STANDARD_KEY_POLICY, ...trusting(maker.root) })).code).toBe(200);
    expect((await platform.call(getPlatformOptions, {})).keys.value).toMatchObject({ attestedOnly: true });
    const [line] = (await platform.call(listOptionRecords, {})).records;
    expect(line).toMatchObject({
      action: 'KEY_POLICY_CHANGED',
      remark: expect.stringContaining('attestedOnly: false → true'),
    });
    await set({});
  });
});
