import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fromHex, toHex } from '#core/bytes.ts';
import { decodeSm2Value, sm2GenerateKeyPair, sm2PublicKey, sm2Sign, sm2Verify } from '#core/sm/sm2.ts';
import { numberToBytes } from '#core/sm/sm2-value.ts';
import { encodeSm2ValueRaw } from '#tests/fixtures/sm2-values.ts';
import { seededBytes } from './seeded.ts';

const ID = '1234567812345678';
const folder = mkdtempSync(join(tmpdir(), 'sm2-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

/** SEC 1 private key in PKCS#8 for SM2 (1.2.156.10197.1.301), with the public key in it. */
function pkcs8(privateKey: Uint8Array, publicKey: Uint8Array): Buffer {
  return Buffer.from(
    fromHex(
      `308187020100301306072a8648ce3d020106082a811ccf5501822d046d306b0201010420${toHex(privateKey)}a144034200${toHex(publicKey)}`,
    ),
  );
}

function spki(publicKey: Uint8Array): Buffer {
  return Buffer.from(fromHex(`3059301306072a8648ce3d020106082a811ccf5501822d034200${toHex(publicKey)}`));
}

/** OpenSSL's program as the other party, with the same id. */
const options = ['-rawin', '-digest', 'sm3', '-pkeyopt', `distid:${ID}`];

function opensslSign(privateKey: Uint8Array, publicKey: Uint8Array, message: Uint8Array): Buffer {
  writeFileSync(at('key.der'), pkcs8(privateKey, publicKey));
  writeFileSync(at('message'), message);
  const args = ['pkeyutl', '-sign', '-keyform', 'DER', '-inkey', at('key.der'), '-in', at('message')];
  execFileSync('openssl', [...args, ...options, '-out', at('value')], { stdio: 'pipe' });
  return readFileSync(at('value'));
}

function opensslVerify(publicKey: Uint8Array, message: Uint8Array, value: Uint8Array): boolean {
  writeFileSync(at('public.der'), spki(publicKey));
  writeFileSync(at('message'), message);
  writeFileSync(at('value'), value);
  const args = ['pkeyutl', '-verify', '-pubin', '-keyform', 'DER', '-inkey', at('public.der')];
  try {
    const out = execFileSync(
      'openssl',
      [...args, '-in', at('message'), '-sigfile', at('value'), ...options],
      {
        stdio: 'pipe',
      },
    );
    return out.toString().includes('Verified Successfully');
  } catch {
    return false;
  }
}

describe('SM2 beside the openssl program', () => {
  it('accepts what OpenSSL signs and OpenSSL accepts what it signs, with random keys', () => {
    const random = seededBytes('sm2 openssl');
    for (let i = 0; i < 25; i++) {
      const { privateKey, publicKey } = sm2GenerateKeyPair(random);
      const message = random(1 + i * 40);
      const theirs = opensslSign(privateKey, publicKey, message);
      expect(sm2Verify(publicKey, message, theirs)).toBe(true);
      expect(sm2Verify(publicKey, message, encodeSm2ValueRaw(decodeSm2Value(theirs)!))).toBe(true);
      const ours = sm2Sign(privateKey, message, { random });
      expect(opensslVerify(publicKey, message, ours)).toBe(true);
      ours[10]! ^= 4;
      expect(opensslVerify(publicKey, message, ours)).toBe(sm2Verify(publicKey, message, ours));
    }
  });

  it('agrees with OpenSSL where r, s, a coordinate or the private key begin with zeros', () => {
    const random = seededBytes('sm2 leading zeros');
    const message = random(100);
    const seen = { r: 0, s: 0, x: 0, y: 0, d: 0 };
    const check = (privateKey: Uint8Array, publicKey: Uint8Array, value: Uint8Array): void => {
      expect(opensslVerify(publicKey, message, value)).toBe(true);
      expect(sm2Verify(publicKey, message, value)).toBe(true);
      expect(sm2Verify(publicKey, message, opensslSign(privateKey, publicKey, message))).toBe(true);
    };
    const one = sm2GenerateKeyPair(random);
    while (seen.r < 2 || seen.s < 2) {
      const value = sm2Sign(one.privateKey, message, { random, publicKey: one.publicKey });
      const { r, s } = decodeSm2Value(value)!;
      if (r >> 247n !== 0n && s >> 247n !== 0n) continue;
      if (r >> 247n === 0n) seen.r++;
      else seen.s++;
      check(one.privateKey, one.publicKey, value);
    }
    while (seen.x < 2 || seen.y < 2) {
      const key = sm2GenerateKeyPair(random);
      if (key.publicKey[1] !== 0 && key.publicKey[33] !== 0) continue;
      if (key.publicKey[1] === 0) seen.x++;
      else seen.y++;
      check(key.privateKey, key.publicKey, sm2Sign(key.privateKey, message, { random }));
    }
    for (const d of [
      1n,
      2n,
      0xffffn,
      1n << 200n,
      0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54121n,
    ]) {
      const privateKey = numberToBytes(d);
      const publicKey = sm2PublicKey(privateKey);
      seen.d++;
      check(privateKey, publicKey, sm2Sign(privateKey, message, { random }));
    }
    expect(seen.d).toBe(5);
  });
});
