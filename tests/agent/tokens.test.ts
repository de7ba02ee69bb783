import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newTokenFile } from '#agent/file-token/file-driver.ts';
import type { AgentClient } from '#core/agent/client.ts';
import { isAgentFailure, type PinState } from '#core/agent/failures.ts';
import { fromBase64, toHex } from '#core/bytes.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { oid } from '#core/pki/der/write-der.ts';
import { OID } from '#core/pki/oids.ts';
import { sm2Verify } from '#core/sm/sm2.ts';
import { untilFound } from '#tests/fixtures/until.ts';
import { certifyKey, documentOf, isSigned } from './documents.ts';
import { scriptedToken } from './scripted-token.ts';
import { agentForTest, type TestAgent } from './with-agent.ts';

const PIN = '246810';
const ADMIN_PIN = '87654321';
const script = scriptedToken('SCRIPT01', '1111');
let agent: TestAgent;
let page: AgentClient;
beforeAll(async () => {
  agent = await agentForTest({ drivers: [script] });
  page = await agent.connect();
});
afterAll(() => agent.end());

const newToken = (label: string) =>
  newTokenFile(join(agent.folder, 'tokens'), { label, pin: PIN, adminPin: ADMIN_PIN });
const listed = async (serial: string) =>
  (await page.call('tokens.list', {})).tokens.find((token) => token.serial === serial);
const refused = async (serial: string, pin: string): Promise<[string, PinState | undefined]> => {
  const error = await page.call('token.login', { serial, pin }).then(
    () => undefined,
    (e) => e,
  );
  if (!isAgentFailure(error)) throw new Error('it was not refused');
  return [error.name, error.pin];
};

it('[1.8] signs with SM2, RSA and EC keys of a file token', async () => {
  const serial = await newToken('国密令牌');
  await page.call('tokens.list', {});
  await page.call('token.login', { serial, pin: PIN });
  for (const algorithm of ['SM2', 'RSA', 'EC'] as const) {
    const { keyId, certificate } = await certifyKey(page, serial, algorithm);
    const document = await documentOf(`${algorithm} 合同`, certificate);
    const { values } = await page.call('document.sign', { serial, keyId, documents: [document] });
    expect(await isSigned(algorithm, certificate, document.message, values[0]!), algorithm).toBe(true);
    if (algorithm !== 'SM2') continue;
    const { keyBytes } = parseCertificate(certificate).publicKey;
    expect(sm2Verify(keyBytes, fromBase64(document.message), fromBase64(values[0]!))).toBe(true);
  }
  // What lies on the disk has no key in clear: neither PKCS#8 nor the PIN.
  const file = readFileSync(join(agent.folder, 'tokens', `${serial}.signet-token`), 'utf8');
  expect(file).not.toContain(PIN);
  const keys: { data: string }[] = JSON.parse(file).keys;
  expect(keys).toHaveLength(3);
  for (const { data } of keys)
    for (const algorithm of [OID.rsaEncryption, OID.ecPublicKey])
      expect(toHex(fromBase64(data))).not.toContain(toHex(oid(algorithm)));
});

it('[5.14c] [8.7b] counts wrong PINs, locks after the last; the administrator’s PIN unlocks', async () => {
  const serial = await newToken('计数令牌');
  expect((await listed(serial))?.pin).toEqual({ state: 'ok', attemptsLeft: 6 });
  for (const attemptsLeft of [5, 4, 3, 2])
    expect(await refused(serial, '000000')).toEqual(['PIN_WRONG', { state: 'low', attemptsLeft }]);
  expect(await refused(serial, '000000')).toEqual(['PIN_WRONG', { state: 'final', attemptsLeft: 1 }]);
  expect((await listed(serial))?.pin.state).toBe('final');
  expect(await refused(serial, '000000')).toEqual(['PIN_LOCKED', { state: 'locked', attemptsLeft: 0 }]);
  // The right one is of no use any more.
  expect(await refused(serial, PIN)).toEqual(['PIN_LOCKED', { state: 'locked', attemptsLeft: 0 }]);
  await expect(
    page.call('token.unlock', { serial, adminPin: 'wrong-one', newPin: '135790' }),
  ).rejects.toThrow('PIN_WRONG');
  await page.call('token.unlock', { serial, adminPin: ADMIN_PIN, newPin: '135790' });
  await page.call('token.login', { serial, pin: '135790' });
  expect((await listed(serial))?.pin).toEqual({ state: 'ok', attemptsLeft: 6 });
  // A right PIN starts the count anew.
  await refused(serial, '000000');
  await page.call('token.login', { serial, pin: '135790' });
  expect((await listed(serial))?.pin.attemptsLeft).toBe(6);
  await expect(page.call('token.changePin', { serial, pin: '135790', newPin: '12' })).rejects.toThrow(
    'PIN_INVALID',
  );
});

it('keeps what a token tells of its PIN: a last try, a lock', async () => {
  expect(await refused('SCRIPT01', '0')).toEqual(['PIN_WRONG', { state: 'low', attemptsLeft: 2 }]);
  expect(await refused('SCRIPT01', '0')).toEqual(['PIN_WRONG', { state: 'final', attemptsLeft: 1 }]);
  expect(await refused('SCRIPT01', '0')).toEqual(['PIN_LOCKED', { state: 'locked', attemptsLeft: 0 }]);
  expect((await listed('SCRIPT01'))?.pin.state).toBe('locked');
  expect(await refused('SCRIPT01', '1111')).toEqual(['PIN_LOCKED', { state: 'locked', attemptsLeft: 0 }]);
  script.pin = { state: 'ok', attemptsLeft: 3 };
});

it('[8.7i] stops a batch when the token is removed, and continues once it is back', async () => {
  await page.call('tokens.list', {});
  const serial = 'SCRIPT01';
  await page.call('token.login', { serial, pin: '1111' });
  const { keyId, certificate } = await certifyKey(page, serial, 'EC');
  const documents = await Promise.all(
    Array.from({ length: 100 }, (_, i) => documentOf(`第 ${i + 1} 份`, certificate)),
  );
  script.leaveAfter = 37;
  const signed = new Map<number, string>();
  const run = async () => {
    for (const [i, document] of documents.entries()) {
      if (signed.has(i)) continue;
      const { values } = await page.call('document.sign', { serial, keyId, documents: [document] });
      signed.set(i, values[0]!);
    }
  };
  await expect(run()).rejects.toThrow('TOKEN_REMOVED');
  expect(signed.size).toBe(37);
  await untilFound(async () => ((await listed(serial)) ? undefined : true));
  script.leaveAfter = Number.POSITIVE_INFINITY;
  script.present = true;
  await untilFound(async () => ((await listed(serial)) ? true : undefined));
  await expect(run()).rejects.toThrow('PIN_NEEDED');
  await page.call('token.login', { serial, pin: '1111' });
  await run();
  expect(signed.size).toBe(100);
  for (const i of [0, 36, 37, 99])
    expect(await isSigned('EC', certificate, documents[i]!.message, signed.get(i)!)).toBe(true);
});

it('sees a file token go and come, and passes over files that are none', async () => {
  const serial = await newToken('会走的令牌');
  const path = join(agent.folder, 'tokens', `${serial}.signet-token`);
  await page.call('tokens.list', {});
  await page.call('token.login', { serial, pin: PIN });
  const { keyId, certificate } = await certifyKey(page, serial, 'EC');
  const documents = [await documentOf('合同', certificate)];
  renameSync(path, `${path}.away`);
  const failure = await page.call('document.sign', { serial, keyId, documents }).catch((error) => error);
  expect(['TOKEN_REMOVED', 'TOKEN_NOT_FOUND']).toContain(failure.name);
  await untilFound(async () => ((await listed(serial)) ? undefined : true));
  for (const [name, text] of [
    ['x.signet-token', 'no json'],
    ['y.signet-token', '{"format":"signet-token-1"}'],
  ])
    writeFileSync(join(agent.folder, 'tokens', name!), text!);
  renameSync(`${path}.away`, path);
  expect((await untilFound(() => listed(serial))).label).toBe('会走的令牌');
  await expect(page.call('document.sign', { serial, keyId, documents })).rejects.toThrow('PIN_NEEDED');
});
