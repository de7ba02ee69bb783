import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex, utf8 } from '#core/bytes.ts';
import { createSm3, sm3 } from '#core/sm/sm3.ts';
import { seededBytes } from './seeded.ts';

const openssl = (data: Uint8Array): string =>
  execFileSync('openssl', ['dgst', '-sm3', '-r'], { input: data }).toString().slice(0, 64);

describe('SM3', () => {
  it('gives the digests of GB/T 32905-2016, annex A', () => {
    expect(toHex(sm3(utf8('abc')))).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0');
    expect(toHex(sm3(fromHex('61626364'.repeat(16))))).toBe(
      'debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732',
    );
  });

  it('agrees with OpenSSL at every length around the block limits', () => {
    const random = seededBytes('sm3 lengths');
    for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000, 65536, 1048577]) {
      const data = random(length);
      expect(toHex(sm3(data)), `length ${length}`).toBe(openssl(data));
    }
  });

  it('gives the same digest in pieces of any length as at once', () => {
    const random = seededBytes('sm3 pieces');
    const data = random(5000);
    for (let round = 0; round < 50; round++) {
      const hasher = createSm3();
      for (let at = 0; at < data.length; ) {
        const end = at + (random(1)[0]! % (round % 2 ? 150 : 20));
        hasher.update(data.subarray(at, end));
        at = end;
      }
      expect(toHex(hasher.digest())).toBe(toHex(sm3(data)));
    }
  });
});
