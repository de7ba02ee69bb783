import { type Fe, feMul, feSqr } from './field-multiply.ts';

/**
 * The prime field of SM2: p = 2^256 - 2^224 - 2^96 + 2^64 - 1 (GB/T 32918.5). An element has eleven signed limbs of
 * 24 bits stored as doubles, in Montgomery form with R = 2^264. Doubles multiply 24 by 24 bits and add eleven such
 * products without rounding; no other arithmetic in plain JavaScript is as fast.
 *
 * Growth: results of `feMul`, `feSqr` and `feCarry` have limbs up to 2^23 ("growth 1"); sums and differences are not
 * carried, so their growths add up. The product of the growths of two factors must not exceed 11, and no factor's
 * value may exceed about 15 p. Values may be negative; only `feToBigInt` returns the reduced value.
 *
 * Not constant-time: JavaScript engines cannot guarantee that.
 */
export type { Fe } from './field-multiply.ts';

export const FIELD_PRIME = 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn;
const R = 1n << 264n;
const R_INVERSE = inverseModulo(R % FIELD_PRIME, FIELD_PRIME);
/** Adding and subtracting it rounds a double to a multiple of 2^24. */
const ROUND = 1.5 * 2 ** 76;
const DOWN = 2 ** -24;

/** A new zero element. */
export const fe = (): Fe => new Float64Array(11);

/** o = a + b, growths added. */
export function feAdd(o: Fe, a: Fe, b: Fe): void {
  for (let i = 0; i < 11; i++) o[i] = a[i]! + b[i]!;
}

/** o = a - b, growths added. */
export function feSub(o: Fe, a: Fe, b: Fe): void {
  for (let i = 0; i < 11; i++) o[i] = a[i]! - b[i]!;
}

/** o = k a - b for a small integer k, carried to growth 1. */
export function feScaleSub(o: Fe, k: number, a: Fe, b: Fe): void {
  let carry = 0;
  for (let i = 0; i < 10; i++) {
    const v = k * a[i]! - b[i]!;
    const c = v + ROUND - ROUND;
    o[i] = v - c + carry;
    carry = c * DOWN;
  }
  o[10] = k * a[10]! - b[10]! + carry;
}

/** o = a, carried to growth 1. */
export function feCarry(o: Fe, a: Fe): void {
  let carry = 0;
  for (let i = 0; i < 10; i++) {
    const v = a[i]!;
    const c = v + ROUND - ROUND;
    o[i] = v - c + carry;
    carry = c * DOWN;
  }
  o[10] = a[10]! + carry;
}

/** Whether a is 0 modulo p; a has growth 3 at most. The low limb rules out nearly every other value at once. */
export function feIsZero(a: Fe): boolean {
  const low = a[0]! - (a[0]! + ROUND - ROUND);
  if (low > 16 || low < -16) return false;
  return feToBigInt(a) === 0n;
}

/** o = 1 / a by Fermat's theorem; 0 for a = 0. */
export function feInvert(o: Fe, a: Fe): void {
  const windows: Fe[] = [fe(), a];
  for (let i = 2; i < 16; i++) {
    const next = fe();
    feMul(next, windows[i - 1]!, a);
    windows[i] = next;
  }
  const exponent = (FIELD_PRIME - 2n).toString(16);
  const x = Float64Array.from(windows[Number.parseInt(exponent[0]!, 16)]!);
  for (let i = 1; i < exponent.length; i++) {
    for (let j = 0; j < 4; j++) feSqr(x, x);
    const digit = Number.parseInt(exponent[i]!, 16);
    if (digit > 0) feMul(x, x, windows[digit]!);
  }
  o.set(x);
}

/** The limbs of an integer. */
export function feFromBigInt(value: bigint): Fe {
  const out = fe();
  let rest = ((value % FIELD_PRIME) * R) % FIELD_PRIME;
  if (rest < 0n) rest += FIELD_PRIME;
  for (let i = 0; i < 11; i++) {
    out[i] = Number(rest & 0xffffffn);
    rest >>= 24n;
  }
  feCarry(out, out);
  return out;
}

/** The integer that the limbs represent, from 0 to p - 1. */
export function feToBigInt(a: Fe): bigint {
  let value = 0n;
  for (let i = 10; i >= 0; i--) value = (value << 24n) + BigInt(a[i]!);
  const reduced = (value * R_INVERSE) % FIELD_PRIME;
  return reduced < 0n ? reduced + FIELD_PRIME : reduced;
}

/** 1 / value modulo an odd prime by Euclid's algorithm; value must not be a multiple of it. */
export function inverseModulo(value: bigint, modulus: bigint): bigint {
  let [low, high, x, y] = [((value % modulus) + modulus) % modulus, modulus, 1n, 0n];
  while (low > 1n) {
    const quotient = high / low;
    [low, high, x, y] = [high - quotient * low, low, y - quotient * x, x];
  }
  return x < 0n ? x + modulus : x;
}
