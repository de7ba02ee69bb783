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
export type Fe = Float64Array;

export const FIELD_PRIME = 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn;
const R = 1n << 264n;
const R_INVERSE = inverseModulo(R % FIELD_PRIME, FIELD_PRIME);
/** Adding and taking away rounds a double to a multiple of 2^24. */
const ROUND = 1.5 * 2 ** 76;
const DOWN = 2 ** -24;

export const fe = (): Fe => new Float64Array(11);

/** o = a b / R. */
export function feMul(o: Fe, a: Fe, b: Fe): void {
  const a0 = a[0]!,
    a1 = a[1]!,
    a2 = a[2]!,
    a3 = a[3]!,
    a4 = a[4]!,
    a5 = a[5]!,
    a6 = a[6]!,
    a7 = a[7]!,
    a8 = a[8]!,
    a9 = a[9]!,
    a10 = a[10]!;
  const b0 = b[0]!,
    b1 = b[1]!,
    b2 = b[2]!,
    b3 = b[3]!,
    b4 = b[4]!,
    b5 = b[5]!,
    b6 = b[6]!,
    b7 = b[7]!,
    b8 = b[8]!,
    b9 = b[9]!,
    b10 = b[10]!;
  const t0 = a0 * b0;
  let t1 = a0 * b1 + a1 * b0;
  let t2 = a0 * b2 + a1 * b1 + a2 * b0;
  let t3 = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0;
  let t4 = a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0;
  let t5 = a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0;
  let t6 = a0 * b6 + a1 * b5 + a2 * b4 + a3 * b3 + a4 * b2 + a5 * b1 + a6 * b0;
  let t7 = a0 * b7 + a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1 + a7 * b0;
  let t8 = a0 * b8 + a1 * b7 + a2 * b6 + a3 * b5 + a4 * b4 + a5 * b3 + a6 * b2 + a7 * b1 + a8 * b0;
  let t9 = a0 * b9 + a1 * b8 + a2 * b7 + a3 * b6 + a4 * b5 + a5 * b4 + a6 * b3 + a7 * b2 + a8 * b1 + a9 * b0;
  let t10 =
    a0 * b10 +
    a1 * b9 +
    a2 * b8 +
    a3 * b7 +
    a4 * b6 +
    a5 * b5 +
    a6 * b4 +
    a7 * b3 +
    a8 * b2 +
    a9 * b1 +
    a10 * b0;
  let t11 =
    a1 * b10 + a2 * b9 + a3 * b8 + a4 * b7 + a5 * b6 + a6 * b5 + a7 * b4 + a8 * b3 + a9 * b2 + a10 * b1;
  let t12 = a2 * b10 + a3 * b9 + a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4 + a9 * b3 + a10 * b2;
  let t13 = a3 * b10 + a4 * b9 + a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5 + a9 * b4 + a10 * b3;
  let t14 = a4 * b10 + a5 * b9 + a6 * b8 + a7 * b7 + a8 * b6 + a9 * b5 + a10 * b4;
  let t15 = a5 * b10 + a6 * b9 + a7 * b8 + a8 * b7 + a9 * b6 + a10 * b5;
  let t16 = a6 * b10 + a7 * b9 + a8 * b8 + a9 * b7 + a10 * b6;
  let t17 = a7 * b10 + a8 * b9 + a9 * b8 + a10 * b7;
  let t18 = a8 * b10 + a9 * b9 + a10 * b8;
  let t19 = a9 * b10 + a10 * b9;
  let t20 = a10 * b10;
  let c = 0;
  let m = 0;
  c = t0 + ROUND - ROUND;
  m = t0 - c;
  t1 += c * DOWN;
  t2 += m * 65536;
  t4 -= m;
  t9 -= m * 256;
  t10 += m * 65536;
  c = t1 + ROUND - ROUND;
  m = t1 - c;
  t2 += c * DOWN;
  t3 += m * 65536;
  t5 -= m;
  t10 -= m * 256;
  t11 += m * 65536;
  c = t2 + ROUND - ROUND;
  m = t2 - c;
  t3 += c * DOWN;
  t4 += m * 65536;
  t6 -= m;
  t11 -= m * 256;
  t12 += m * 65536;
  c = t3 + ROUND - ROUND;
  m = t3 - c;
  t4 += c * DOWN;
  t5 += m * 65536;
  t7 -= m;
  t12 -= m * 256;
  t13 += m * 65536;
  c = t4 + ROUND - ROUND;
  m = t4 - c;
  t5 += c * DOWN;
  t6 += m * 65536;
  t8 -= m;
  t13 -= m * 256;
  t14 += m * 65536;
  c = t5 + ROUND - ROUND;
  m = t5 - c;
  t6 += c * DOWN;
  t7 += m * 65536;
  t9 -= m;
  t14 -= m * 256;
  t15 += m * 65536;
  c = t6 + ROUND - ROUND;
  m = t6 - c;
  t7 += c * DOWN;
  t8 += m * 65536;
  t10 -= m;
  t15 -= m * 256;
  t16 += m * 65536;
  c = t7 + ROUND - ROUND;
  m = t7 - c;
  t8 += c * DOWN;
  t9 += m * 65536;
  t11 -= m;
  t16 -= m * 256;
  t17 += m * 65536;
  c = t8 + ROUND - ROUND;
  m = t8 - c;
  t9 += c * DOWN;
  t10 += m * 65536;
  t12 -= m;
  t17 -= m * 256;
  t18 += m * 65536;
  c = t9 + ROUND - ROUND;
  m = t9 - c;
  t10 += c * DOWN;
  t11 += m * 65536;
  t13 -= m;
  t18 -= m * 256;
  t19 += m * 65536;
  c = t10 + ROUND - ROUND;
  m = t10 - c;
  t11 += c * DOWN;
  t12 += m * 65536;
  t14 -= m;
  t19 -= m * 256;
  t20 += m * 65536;
  const g11 = t11 + ROUND - ROUND;
  const g12 = t12 + ROUND - ROUND;
  const g13 = t13 + ROUND - ROUND;
  const g14 = t14 + ROUND - ROUND;
  const g15 = t15 + ROUND - ROUND;
  const g16 = t16 + ROUND - ROUND;
  const g17 = t17 + ROUND - ROUND;
  const g18 = t18 + ROUND - ROUND;
  const g19 = t19 + ROUND - ROUND;
  const g20 = t20 + ROUND - ROUND;
  t11 = t11 - g11;
  t12 = t12 - g12 + g11 * DOWN;
  t13 = t13 - g13 + g12 * DOWN;
  t14 = t14 - g14 + g13 * DOWN;
  t15 = t15 - g15 + g14 * DOWN;
  t16 = t16 - g16 + g15 * DOWN;
  t17 = t17 - g17 + g16 * DOWN;
  t18 = t18 - g18 + g17 * DOWN;
  t19 = t19 - g19 + g18 * DOWN;
  t20 = t20 - g20 + g19 * DOWN;
  const h11 = t11 + ROUND - ROUND;
  const h12 = t12 + ROUND - ROUND;
  const h13 = t13 + ROUND - ROUND;
  const h14 = t14 + ROUND - ROUND;
  const h15 = t15 + ROUND - ROUND;
  const h16 = t16 + ROUND - ROUND;
  const h17 = t17 + ROUND - ROUND;
  const h18 = t18 + ROUND - ROUND;
  const h19 = t19 + ROUND - ROUND;
  const h20 = t20 + ROUND - ROUND;
  o[0] = t11 - h11;
  o[1] = t12 - h12 + h11 * DOWN;
  o[2] = t13 - h13 + h12 * DOWN;
  o[3] = t14 - h14 + h13 * DOWN;
  o[4] = t15 - h15 + h14 * DOWN;
  o[5] = t16 - h16 + h15 * DOWN;
  o[6] = t17 - h17 + h16 * DOWN;
  o[7] = t18 - h18 + h17 * DOWN;
  o[8] = t19 - h19 + h18 * DOWN;
  o[9] = t20 - h20 + h19 * DOWN;
  o[10] = (g20 + h20) * DOWN;
}

/** o = a a / R. */
export function feSqr(o: Fe, a: Fe): void {
  const a0 = a[0]!,
    a1 = a[1]!,
    a2 = a[2]!,
    a3 = a[3]!,
    a4 = a[4]!,
    a5 = a[5]!,
    a6 = a[6]!,
    a7 = a[7]!,
    a8 = a[8]!,
    a9 = a[9]!,
    a10 = a[10]!;
  const d0 = a0 + a0,
    d1 = a1 + a1,
    d2 = a2 + a2,
    d3 = a3 + a3,
    d4 = a4 + a4,
    d5 = a5 + a5,
    d6 = a6 + a6,
    d7 = a7 + a7,
    d8 = a8 + a8,
    d9 = a9 + a9;
  const t0 = a0 * a0;
  let t1 = d0 * a1;
  let t2 = d0 * a2 + a1 * a1;
  let t3 = d0 * a3 + d1 * a2;
  let t4 = d0 * a4 + d1 * a3 + a2 * a2;
  let t5 = d0 * a5 + d1 * a4 + d2 * a3;
  let t6 = d0 * a6 + d1 * a5 + d2 * a4 + a3 * a3;
  let t7 = d0 * a7 + d1 * a6 + d2 * a5 + d3 * a4;
  let t8 = d0 * a8 + d1 * a7 + d2 * a6 + d3 * a5 + a4 * a4;
  let t9 = d0 * a9 + d1 * a8 + d2 * a7 + d3 * a6 + d4 * a5;
  let t10 = d0 * a10 + d1 * a9 + d2 * a8 + d3 * a7 + d4 * a6 + a5 * a5;
  let t11 = d1 * a10 + d2 * a9 + d3 * a8 + d4 * a7 + d5 * a6;
  let t12 = d2 * a10 + d3 * a9 + d4 * a8 + d5 * a7 + a6 * a6;
  let t13 = d3 * a10 + d4 * a9 + d5 * a8 + d6 * a7;
  let t14 = d4 * a10 + d5 * a9 + d6 * a8 + a7 * a7;
  let t15 = d5 * a10 + d6 * a9 + d7 * a8;
  let t16 = d6 * a10 + d7 * a9 + a8 * a8;
  let t17 = d7 * a10 + d8 * a9;
  let t18 = d8 * a10 + a9 * a9;
  let t19 = d9 * a10;
  let t20 = a10 * a10;
  let c = 0;
  let m = 0;
  c = t0 + ROUND - ROUND;
  m = t0 - c;
  t1 += c * DOWN;
  t2 += m * 65536;
  t4 -= m;
  t9 -= m * 256;
  t10 += m * 65536;
  c = t1 + ROUND - ROUND;
  m = t1 - c;
  t2 += c * DOWN;
  t3 += m * 65536;
  t5 -= m;
  t10 -= m * 256;
  t11 += m * 65536;
  c = t2 + ROUND - ROUND;
  m = t2 - c;
  t3 += c * DOWN;
  t4 += m * 65536;
  t6 -= m;
  t11 -= m * 256;
  t12 += m * 65536;
  c = t3 + ROUND - ROUND;
  m = t3 - c;
  t4 += c * DOWN;
  t5 += m * 65536;
  t7 -= m;
  t12 -= m * 256;
  t13 += m * 65536;
  c = t4 + ROUND - ROUND;
  m = t4 - c;
  t5 += c * DOWN;
  t6 += m * 65536;
  t8 -= m;
  t13 -= m * 256;
  t14 += m * 65536;
  c = t5 + ROUND - ROUND;
  m = t5 - c;
  t6 += c * DOWN;
  t7 += m * 65536;
  t9 -= m;
  t14 -= m * 256;
  t15 += m * 65536;
  c = t6 + ROUND - ROUND;
  m = t6 - c;
  t7 += c * DOWN;
  t8 += m * 65536;
  t10 -= m;
  t15 -= m * 256;
  t16 += m * 65536;
  c = t7 + ROUND - ROUND;
  m = t7 - c;
  t8 += c * DOWN;
  t9 += m * 65536;
  t11 -= m;
  t16 -= m * 256;
  t17 += m * 65536;
  c = t8 + ROUND - ROUND;
  m = t8 - c;
  t9 += c * DOWN;
  t10 += m * 65536;
  t12 -= m;
  t17 -= m * 256;
  t18 += m * 65536;
  c = t9 + ROUND - ROUND;
  m = t9 - c;
  t10 += c * DOWN;
  t11 += m * 65536;
  t13 -= m;
  t18 -= m * 256;
  t19 += m * 65536;
  c = t10 + ROUND - ROUND;
  m = t10 - c;
  t11 += c * DOWN;
  t12 += m * 65536;
  t14 -= m;
  t19 -= m * 256;
  t20 += m * 65536;
  const g11 = t11 + ROUND - ROUND;
  const g12 = t12 + ROUND - ROUND;
  const g13 = t13 + ROUND - ROUND;
  const g14 = t14 + ROUND - ROUND;
  const g15 = t15 + ROUND - ROUND;
  const g16 = t16 + ROUND - ROUND;
  const g17 = t17 + ROUND - ROUND;
  const g18 = t18 + ROUND - ROUND;
  const g19 = t19 + ROUND - ROUND;
  const g20 = t20 + ROUND - ROUND;
  t11 = t11 - g11;
  t12 = t12 - g12 + g11 * DOWN;
  t13 = t13 - g13 + g12 * DOWN;
  t14 = t14 - g14 + g13 * DOWN;
  t15 = t15 - g15 + g14 * DOWN;
  t16 = t16 - g16 + g15 * DOWN;
  t17 = t17 - g17 + g16 * DOWN;
  t18 = t18 - g18 + g17 * DOWN;
  t19 = t19 - g19 + g18 * DOWN;
  t20 = t20 - g20 + g19 * DOWN;
  const h11 = t11 + ROUND - ROUND;
  const h12 = t12 + ROUND - ROUND;
  const h13 = t13 + ROUND - ROUND;
  const h14 = t14 + ROUND - ROUND;
  const h15 = t15 + ROUND - ROUND;
  const h16 = t16 + ROUND - ROUND;
  const h17 = t17 + ROUND - ROUND;
  const h18 = t18 + ROUND - ROUND;
  const h19 = t19 + ROUND - ROUND;
  const h20 = t20 + ROUND - ROUND;
  o[0] = t11 - h11;
  o[1] = t12 - h12 + h11 * DOWN;
  o[2] = t13 - h13 + h12 * DOWN;
  o[3] = t14 - h14 + h13 * DOWN;
  o[4] = t15 - h15 + h14 * DOWN;
  o[5] = t16 - h16 + h15 * DOWN;
  o[6] = t17 - h17 + h16 * DOWN;
  o[7] = t18 - h18 + h17 * DOWN;
  o[8] = t19 - h19 + h18 * DOWN;
  o[9] = t20 - h20 + h19 * DOWN;
  o[10] = (g20 + h20) * DOWN;
}

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
