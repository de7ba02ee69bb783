import { describe, expect, it } from 'vitest';
import {
  fe,
  feAdd,
  feCarry,
  feFromBigInt,
  feInvert,
  feIsZero,
  feSub,
  feToBigInt,
  inverseModulo,
  FIELD_PRIME as P,
} from '#core/sm/field.ts';
import { feMul, feSqr } from '#core/sm/field-multiply.ts';
import { multiplyBase, multiplyBaseAndPoint } from '#core/sm/multiply.ts';
import { affineFromNumbers, BASE_X, BASE_Y, CURVE_ORDER, pointToNumbers } from '#core/sm/point.ts';
import { bytesToNumber } from '#core/sm/sm2-value.ts';
import { seededBytes } from './seeded.ts';

const mod = (value: bigint): bigint => ((value % P) + P) % P;

/** Numbers whose limbs are small, full, or of one pattern, and random ones. */
function numbers(seed: string): bigint[] {
  const random = seededBytes(seed);
  const edges = [
    0n,
    1n,
    2n,
    P - 1n,
    P - 2n,
    P >> 1n,
    (1n << 255n) + 1n,
    (1n << 224n) - 1n,
    1n << 96n,
    1n << 64n,
  ];
  const patterns = [0x800000n, 0x7fffffn, 0xffffffn, 0x555555n].map((limb) => {
    let value = 0n;
    for (let i = 0; i < 11; i++) value = (value << 24n) | limb;
    return mod(value);
  });
  return [...edges, ...patterns, ...Array.from({ length: 10 }, () => mod(bytesToNumber(random(33))))];
}

describe('the field of SM2 on doubles', () => {
  it('multiplies and squares as whole numbers do, sums and differences included [seed: field]', () => {
    const all = numbers('field');
    const o = fe();
    for (const a of all)
      for (const b of all) {
        const [x, y] = [feFromBigInt(a), feFromBigInt(b)];
        feMul(o, x, y);
        expect(feToBigInt(o)).toBe(mod(a * b));
        const sum = fe();
        const difference = fe();
        feAdd(sum, x, y);
        feSub(difference, x, y);
        feMul(o, sum, difference);
        expect(feToBigInt(o)).toBe(mod((a + b) * (a - b)));
        feSqr(o, difference);
        expect(feToBigInt(o)).toBe(mod((a - b) ** 2n));
        // the largest growth that a factor may have: 11 times, taken by turns with both signs
        for (let i = 0; i < 11; i++) sum[i] = 11 * x[i]!;
        feMul(o, sum, y);
        expect(feToBigInt(o)).toBe(mod(11n * a * b));
        for (let i = 0; i < 11; i++) sum[i] = x[i]! - 8 * y[i]!;
        feCarry(o, sum);
        expect(feToBigInt(o)).toBe(mod(feToBigInt(x) - 8n * feToBigInt(y)));
        feSub(sum, x, y);
        expect(feIsZero(sum)).toBe(a === b);
      }
  });

  it('inverts', () => {
    for (const a of numbers('inverse').filter((n) => n !== 0n)) {
      const o = fe();
      feInvert(o, feFromBigInt(a));
      expect(mod(feToBigInt(o) * a)).toBe(1n);
      expect(mod(inverseModulo(a, P) * a)).toBe(1n);
    }
  });
});

describe('multiples of the base point', () => {
  it('agree by table and by doubling, and add up [seed: multiples]', () => {
    const random = seededBytes('multiples');
    const base = affineFromNumbers(BASE_X, BASE_Y);
    const small = [0n, 1n, 2n, 15n, 16n, 17n, 63n, 64n, 65n, 127n, 128n];
    const scalars = [
      ...small,
      ...small.map((n) => CURVE_ORDER - n),
      ...Array.from({ length: 30 }, () => bytesToNumber(random(32)) % CURVE_ORDER),
    ];
    for (const [i, s] of scalars.entries()) {
      const t = scalars[(i * 7 + 3) % scalars.length]!;
      const expected = pointToNumbers(multiplyBase((s + t) % CURVE_ORDER));
      expect(pointToNumbers(multiplyBaseAndPoint(s % CURVE_ORDER, t % CURVE_ORDER, base))).toEqual(expected);
    }
  });
});
