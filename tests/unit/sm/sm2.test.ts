import { describe, expect, it } from 'vitest';
import { fromHex, toHex, utf8 } from '#core/bytes.ts';
import {
  decodeSm2Value,
  encodeSm2Value,
  sm2Digest,
  sm2GenerateKeyPair,
  sm2PublicKey,
  sm2Sign,
  sm2SignDigest,
  sm2Verify,
  sm2VerifyDigest,
} from '#core/sm/sm2.ts';
import { encodeSm2ValueRaw } from '#tests/fixtures/sm2-values.ts';
import { seededBytes } from './seeded.ts';

// GB/T 32918.5-2017, annex A (the curve that all use)
const PRIVATE = fromHex('3945208F7B2144B13F36E38AC6D39F95889393692860B51A42FB81EF4DF7C5B8');
const PUBLIC = fromHex(
  '0409F9DF311E5421A150DD7D161E4BC5C672179FAD1833FC076BB08FF356F35020CCEA490CE26775A52DC6EA718CC1AA600AED05FBF35E084A6632F6072DA9AD13',
);
const K = fromHex('59276E27D506861A16680F3AD9C02DCCEF3CC1FA3CDBE4CE6D54B80DEAC1BC21');
const SIGNED_R = 'f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3';
const SIGNED_S = 'b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa';

const ORDER = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n;

describe('SM2 signatures', () => {
  it('gives the signature of GB/T 32918.5, annex A.2', () => {
    expect(toHex(sm2PublicKey(PRIVATE))).toBe(toHex(PUBLIC));
    expect(toHex(sm2Digest(PUBLIC, utf8('message digest')))).toBe(
      'f0b43e94ba45accaace692ed534382eb17e6ab5a19ce7b31f4486fdfc0d28640',
    );
    const value = decodeSm2Value(sm2Sign(PRIVATE, utf8('message digest'), { random: () => K }))!;
    expect(value.r.toString(16)).toBe(SIGNED_R);
    expect(value.s.toString(16)).toBe(SIGNED_S);
    expect(sm2Verify(PUBLIC, utf8('message digest'), fromHex(SIGNED_R + SIGNED_S))).toBe(true);
  });

  it('accepts its own signatures of random keys and refuses each of them when a bit is changed', () => {
    const random = seededBytes('sm2 round trip');
    for (let i = 0; i < 60; i++) {
      const { privateKey, publicKey } = sm2GenerateKeyPair(random);
      const message = random(i * 7);
      const userId = i % 3 === 0 ? random(i) : undefined;
      const value = sm2Sign(privateKey, message, { random, userId });
      expect(sm2Verify(publicKey, message, value, { userId })).toBe(true);
      expect(sm2Verify(publicKey, message, value, { userId: utf8('someone else') })).toBe(false);
      const other = Uint8Array.from(value);
      other[6 + (i % (value.length - 8))]! ^= 1 << (i % 8);
      expect(sm2Verify(publicKey, message, other, { userId })).toBe(false);
    }
  });

  it('gives the same answer however often a key was used, so with its table as without', () => {
    const random = seededBytes('sm2 same key');
    const { privateKey, publicKey } = sm2GenerateKeyPair(random);
    for (let i = 0; i < 20; i++) {
      const e = random(32);
      const value = sm2SignDigest(privateKey, e, random);
      expect(sm2VerifyDigest(publicKey, e, value)).toBe(true);
      expect(sm2VerifyDigest(publicKey, random(32), value)).toBe(false);
    }
  });

  it('reads a compressed key and a key without its first byte', () => {
    const value = fromHex(SIGNED_R + SIGNED_S);
    const compressed = fromHex(`03${toHex(PUBLIC).slice(2, 66)}`);
    expect(sm2Verify(compressed, utf8('message digest'), value)).toBe(true);
    expect(sm2Verify(PUBLIC.slice(1), utf8('message digest'), value)).toBe(true);
    compressed[0] = 2;
    expect(sm2Verify(compressed, utf8('message digest'), value)).toBe(false);
  });

  it('keeps leading zeros of r and s as DER and as 64 bytes want them', () => {
    for (const [r, s] of [
      [1n, 0x80n],
      [0xffn << 240n, 0x7fn << 232n],
      [ORDER - 1n, 1n << 255n],
    ] as const) {
      expect(decodeSm2Value(encodeSm2Value({ r, s }))).toEqual({ r, s });
      expect(decodeSm2Value(encodeSm2ValueRaw({ r, s }))).toEqual({ r, s });
    }
    expect(toHex(encodeSm2Value({ r: 1n, s: 0x80n }))).toBe('300702010102020080');
  });

  it('reads values of careless encoders: no leading zero, too many of them, zeros after the end', () => {
    const r = SIGNED_R;
    const s = SIGNED_S;
    for (const hex of [
      `30440220${r}0220${s}`,
      `3048022200 00${r}022200 00${s}`,
      `30460221 00${r}0221 00${s}`,
      `30460221 00${r}0221 00${s}0000`,
      `3081 46 0221 00${r}0221 00${s}`,
    ])
      expect(sm2Verify(PUBLIC, utf8('message digest'), fromHex(hex)), hex).toBe(true);
    for (const hex of [
      `30460221 00${r}0221 00${s}01`,
      `30440220${r}`,
      '',
      '30',
      `${r}${s}00`,
      '3006020100020100',
    ])
      expect(sm2Verify(PUBLIC, utf8('message digest'), fromHex(hex)), hex).toBe(false);
  });

  it('refuses values and keys out of range instead of failing', () => {
    const e = new Uint8Array(32);
    for (const [r, s] of [
      [0n, 1n],
      [1n, 0n],
      [ORDER, 1n],
      [1n, ORDER],
      [1n, ORDER - 1n],
      [(1n << 256n) - 1n, (1n << 256n) - 1n],
    ] as const)
      expect(sm2VerifyDigest(PUBLIC, e, encodeSm2Value({ r, s }))).toBe(false);
    const value = fromHex(SIGNED_R + SIGNED_S);
    for (const key of [
      new Uint8Array(65),
      new Uint8Array(0),
      fromHex(`04${'ff'.repeat(64)}`),
      PUBLIC.slice(0, 64),
    ])
      expect(sm2VerifyDigest(key, e, value)).toBe(false);
    for (const key of [new Uint8Array(32), fromHex('ff'.repeat(32)), new Uint8Array(31)])
      expect(() => sm2Sign(key, e)).toThrowError('KEY_UNSUPPORTED');
  });

  it('answers rightly where additions of points meet equal, opposite or infinite points', () => {
    // the key of d = 1, 2, ... is a small multiple of G, as a forger would choose it to hit the special cases
    const random = seededBytes('sm2 special points');
    for (let d = 1; d <= 40; d++) {
      const privateKey = new Uint8Array(32);
      privateKey[31] = d;
      const publicKey = sm2PublicKey(privateKey);
      for (let k = 1; k <= 6; k++) {
        const nonce = new Uint8Array(32);
        nonce[31] = k;
        let first = true;
        const scripted = (count: number) => {
          const out = first ? nonce : random(count);
          first = false;
          return out;
        };
        const e = random(32);
        expect(sm2VerifyDigest(publicKey, e, sm2SignDigest(privateKey, e, scripted)), `d ${d}, k ${k}`).toBe(
          true,
        );
      }
    }
  });

  it('gives an answer for any bytes as key and value [seed: sm2 rubbish]', () => {
    const random = seededBytes('sm2 rubbish');
    const good = sm2Sign(PRIVATE, utf8('message digest'), { random });
    for (let i = 0; i < 2000; i++) {
      const value = i % 2 === 0 ? random(i % 90) : good.slice(0, 1 + (i % good.length));
      if (value.length > 3) value[random(1)[0]! % value.length] = random(1)[0]!;
      const key = i % 3 === 0 ? random(65) : PUBLIC;
      expect(sm2VerifyDigest(key, random(32), value)).toBe(false);
    }
  });
});
