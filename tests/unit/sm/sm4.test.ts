import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '#core/bytes.ts';
import { sm4Decrypt, sm4Encrypt } from '#core/sm/sm4.ts';
import { seededBytes } from './seeded.ts';

const KEY = fromHex('0123456789abcdeffedcba9876543210');

describe('SM4', () => {
  it('gives the block of GB/T 32907-2016, annex A', () => {
    expect(toHex(sm4Encrypt(KEY, KEY, { mode: 'ecb' })).slice(0, 32)).toBe(
      '681edf34d206965e86b3e94f536e4246',
    );
  });

  it('gives the text and tag of RFC 8998, annex A.1 (GCM)', () => {
    const iv = fromHex('00001234567800000000ABCD');
    const associatedData = fromHex('FEEDFACEDEADBEEFFEEDFACEDEADBEEFABADDAD2');
    const plain = fromHex(
      'AAAAAAAAAAAAAAAABBBBBBBBBBBBBBBBCCCCCCCCCCCCCCCCDDDDDDDDDDDDDDDDEEEEEEEEEEEEEEEEFFFFFFFFFFFFFFFFEEEEEEEEEEEEEEEEAAAAAAAAAAAAAAAA',
    );
    const encrypted = sm4Encrypt(KEY, plain, { mode: 'gcm', iv, associatedData });
    expect(toHex(encrypted)).toBe(
      '17f399f08c67d5ee19d0dc9969c4bb7d5fd46fd3756489069157b282bb200735d82710ca5c22f0ccfa7cbf93d496ac15a56834cbcf98c397b4024a2691233b8d' +
        '83de3541e4c2b58177e065a9bf7b62ec',
    );
    expect(toHex(sm4Decrypt(KEY, encrypted, { mode: 'gcm', iv, associatedData }))).toBe(toHex(plain));
    encrypted[3]! ^= 1;
    expect(() => sm4Decrypt(KEY, encrypted, { mode: 'gcm', iv, associatedData })).toThrowError(
      'INPUT_INVALID',
    );
  });

  it('agrees with OpenSSL in ECB and CBC at every length of the last block', () => {
    const random = seededBytes('sm4');
    for (let length = 0; length < 34; length++) {
      const plain = random(length);
      const iv = random(16);
      for (const mode of [{ mode: 'ecb' } as const, { mode: 'cbc', iv } as const]) {
        const ivArgs = mode.mode === 'cbc' ? ['-iv', toHex(iv)] : [];
        const theirs = execFileSync('openssl', ['enc', `-sm4-${mode.mode}`, '-K', toHex(KEY), ...ivArgs], {
          input: plain,
        });
        const ours = sm4Encrypt(KEY, plain, mode);
        expect(toHex(ours)).toBe(toHex(theirs));
        expect(toHex(sm4Decrypt(KEY, ours, mode))).toBe(toHex(plain));
      }
    }
  });
});
