import { type Fe, feMul, feSqr } from './field-multiply.ts';

/**
 * The prime field of SM2: p = 2^256 - 2^224 - 2^96 + 2^64 - 1 (GB/T 32918.5). A number is eleven signed limbs of
 * 24 bits held as doubles, in Montgomery form with R = 2^264. A double multiplies 24 by 24 bits and adds eleven
 * such products without rounding, which no other arithmetic of plain JavaScript does as fast.
 *
 * Growth: a result of `feMul`, `feSqr` and `feCarry` has limbs up to 2^23 ("growth 1"); sums and differences are
 * not carried, so their growths add up. The product of the growths of two factors must stay at 11 or below, and
 * no factor's value may pass about 15 p. Values may be negative; only `feToBigInt` gives the one true value.
 *
 * Not constant in time: JavaScript engines cannot promise that.
 */
export type { Fe } from './field-multiply.ts';

export const FIELD_PRIME = 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn;
const R = 1n << 264n;
const R_INVERSE = inverseModulo(R % FIELD_PRIME, FIELD_PRIME);
/** Adding and taking away rounds a double to a multiple of 2^24. */
const ROUND = 1.5 * 2 ** 76;
const DOWN = 2 ** -24;

/** A new zero. */
export const fe = (): Fe => new Float64Array(11);

/** o = a + b, growths added. */
export function feAdd(o: Fe, a: Fe, b: Fe): void {
  for (let i = 0; i < 11; i++) o[i] = a[i]! + b[i]!;
}

/** o = a - b, growths added. */
export function feSub(o: Fe, a: Fe, b: Fe): void {
  for (let i = 0; i < 11; i++) o[i] = a[i]! - b[i]!;
}

/** o = k a - b for a small whole number k, brought back to growth 1. */
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

/** o = a brought back to growth 1. */
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

/** Whether a is 0 modulo p; a is of growth 3 at most. The low limb rules nearly every other value out at once. */
export function feIsZero(a: Fe): boolean {
  const low = a[0]! - (a[0]! + ROUND - ROUND);
  if (low > 16 || low < -16) return false;
  return feToBigInt(a) === 0n;
}

/** o = 1 / a by Fermat's theorem; 0 gives 0. */
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

/** The limbs of a whole number. */
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

/** The number that the limbs stand for, from 0 to p - 1. */
export function feToBigInt(a: Fe): bigint {
  let value = 0n;
  for (let i = 10; i >= 0; i--) value = (value << 24n) + BigInt(a[i]!);
  const reduced = (value * R_INVERSE) % FIELD_PRIME;
  return reduced < 0n ? reduced + FIELD_PRIME : reduced;
}

/** 1 / value modulo an odd prime by Euclid's algorithm; value is not a multiple of it. */
export function inverseModulo(value: bigint, modulus: bigint): bigint {
  let [low, high, x, y] = [((value % modulus) + modulus) % modulus, modulus, 1n, 0n];
  while (low > 1n) {
    const quotient = high / low;
    [low, high, x, y] = [high - quotient * low, low, y - quotient * x, x];
  }
  return x < 0n ? x + modulus : x;
}
