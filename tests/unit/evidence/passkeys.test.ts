import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Bytes, concatBytes, toBase64, toBase64Url, utf8 } from '#core/bytes.ts';
import { consentFiles } from '#core/evidence/bundle.ts';
import { verifyPage } from '#core/evidence/verify-page.ts';
import { consentText, passkeyEvidence } from '#core/task/passkey-evidence.ts';
import { digestOfSeen, textOfSeen } from '#core/task/seen.ts';
import { FIRST_HASH, trailText } from '#core/task/trail.ts';
import { derOf } from '#tests/fixtures/authenticator.ts';
import { followVerifyPage } from '#tests/fixtures/evidence-bundle.ts';

const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const SEEN = [{ documentId: 'd'.repeat(20), revision: 1, sha256: 'a'.repeat(64) }];
const VERIFIED = 0x05;

const ALGORITHMS = {
  ES256: { make: { name: 'ECDSA', namedCurve: 'P-256' }, sign: { name: 'ECDSA', hash: 'SHA-256' } },
  EdDSA: { make: { name: 'Ed25519' }, sign: { name: 'Ed25519' } },
  RS256: {
    make: {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    sign: { name: 'RSASSA-PKCS1-v1_5' },
  },
} as const;
type Algorithm = keyof typeof ALGORITHMS;

/** A folder with what a bundle says of one consent by passkey. */
async function bundled(algorithm: Algorithm, flags = VERIFIED): Promise<string> {
  const { make, sign } = ALGORITHMS[algorithm];
  const pair = (await crypto.subtle.generateKey(make, true, ['sign', 'verify'])) as CryptoKeyPair;
  const text = consentText('t'.repeat(20), 'p'.repeat(20), await digestOfSeen(SEEN));
  const challenge = toBase64Url(await sha256(utf8(text)));
  const origin = 'https://sign.example.com';
  const clientData = utf8(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
  const data = concatBytes(await sha256(utf8('sign.example.com')), new Uint8Array([flags, 0, 0, 0, 1]));
  const raw = new Uint8Array(
    await crypto.subtle.sign(sign, pair.privateKey, concatBytes(data, await sha256(clientData))),
  );
  const signature = algorithm === 'ES256' ? derOf(raw) : raw;
  const entry = {
    taskId: 'p'.repeat(20),
    seq: 2,
    at: 1,
    event: 'SIGNED' as const,
    operator: '张三',
    agent: '',
    remark: '',
    evidence: {
      consent: 'PASSKEY',
      consentSeen: textOfSeen(SEEN),
      ...passkeyEvidence(text, {
        key: toBase64(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))),
        authenticatorData: toBase64(data),
        clientData: toBase64(clientData),
        signature: toBase64(signature),
      }),
    },
    previousHash: FIRST_HASH,
  };
  const folder = mkdtempSync(join(tmpdir(), 'signet-consents-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const page = verifyPage('en-US', 'PDF', { logKey: 'signet.example/log+0+0', hasPasskeys: true });
  for (const { name, bytes } of [
    ...consentFiles([entry]),
    { name: 'trail/002.json', bytes: utf8(trailText(entry)) },
    { name: 'VERIFY.md', bytes: utf8(page) },
  ]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  return folder;
}

/** What the step of VERIFY.md about passkeys says. */
const judged = (folder: string) =>
  followVerifyPage(folder).find(({ script }) => script.includes('consents/*.pem'))!;

it.each(Object.keys(ALGORITHMS) as Algorithm[])(
  'openssl alone verifies a consent by a passkey of %s',
  async (algorithm) => {
    const { status, output } = judged(await bundled(algorithm));
    expect(status, output).toBe(0);
    expect(output).toContain('Signature Verified Successfully');
    expect(output).toContain('"origin":"https://sign.example.com"');
  },
);

it.each([
  ['text', 'ANOTHER CONSENT'],
  ['seen', 'OTHER DOCUMENTS'],
  ['sig', 'NOT IN THE TRAIL'],
  ['data', 'NOT IN THE TRAIL'],
])('finds that .%s was changed', async (ending, found) => {
  const folder = await bundled('ES256');
  const file = join(folder, `consents/002.${ending}`);
  const content = readFileSync(file);
  content[0] = content[0]! ^ 1;
  writeFileSync(file, content);
  const { status, output } = judged(folder);
  expect(status).not.toBe(0);
  expect(output).toContain(found);
});

it('finds what another key signed, and that the person was not verified', async () => {
  const folder = await bundled('ES256');
  const other = await bundled('ES256');
  // as if the trail named the other key
  const key = readFileSync(join(other, 'consents/002.pem'));
  writeFileSync(join(folder, 'consents/002.pem'), key);
  expect(judged(folder).output).toContain('NOT IN THE TRAIL');
  const entry = readFileSync(join(folder, 'trail/002.json'), 'utf8');
  const theirs = readFileSync(join(other, 'trail/002.json'), 'utf8');
  const keyIn = (text: string) => /"passkeyKey","([^"]+)"/.exec(text)![1]!;
  writeFileSync(join(folder, 'trail/002.json'), entry.replace(keyIn(entry), keyIn(theirs)));
  const wrong = judged(folder);
  expect(wrong.status, wrong.output).not.toBe(0);
  expect(wrong.output).not.toContain('Verified Successfully');
  expect(judged(await bundled('ES256', 0x01)).output).toContain('PERSON NOT VERIFIED');
});
