import {
  type Fe,
  FIELD_PRIME,
  fe,
  feAdd,
  feCarry,
  feFromBigInt,
  feInvert,
  feIsZero,
  feScaleSub,
  feSub,
  feToBigInt,
} from './field.ts';
import { feMul, feSqr } from './field-multiply.ts';

/**
 * Points of SM2's curve y^2 = x^3 - 3x + b (GB/T 32918.5) in Jacobian coordinates (x = X / Z^2, y = Y / Z^3), with
 * every coordinate of growth 1 (`field.ts`). The formulas are the textbook ones ("dbl-2001-b", "madd" of the
 * Explicit-Formulas Database); cases they do not cover (equal points, opposite points, infinity) are handled
 * separately.
 */
export type Point = { x: Fe; y: Fe; z: Fe; infinity: boolean };
export type AffinePoint = { x: Fe; y: Fe };

export const CURVE_ORDER = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n;
export const CURVE_A = FIELD_PRIME - 3n;
export const CURVE_B = 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n;
export const BASE_X = 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n;
export const BASE_Y = 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n;

const ONE = feFromBigInt(1n);
const s = Array.from({ length: 8 }, fe) as [Fe, Fe, Fe, Fe, Fe, Fe, Fe, Fe];

export const pointAtInfinity = (): Point => ({ x: fe(), y: fe(), z: fe(), infinity: true });
/** Does not check that the point is on the curve: see `isOnCurve`. */
export const affineFromNumbers = (x: bigint, y: bigint): AffinePoint => ({
  x: feFromBigInt(x),
  y: feFromBigInt(y),
});

/** p = q, or -q. */
export function setAffine(p: Point, q: AffinePoint, negative = false): void {
  p.x.set(q.x);
  if (negative) feScaleSub(p.y, 0, q.y, q.y);
  else p.y.set(q.y);
  p.z.set(ONE);
  p.infinity = false;
}

export function copyPoint(p: Point): Point {
  return { x: p.x.slice(), y: p.y.slice(), z: p.z.slice(), infinity: p.infinity };
}

/** p = 2 p. */
export function doublePoint(p: Point): void {
  if (p.infinity) return;
  const [gamma, beta, alpha, u, v] = s;
  feSqr(u, p.z);
  feSqr(gamma, p.y);
  feMul(beta, p.x, gamma);
  feSub(v, p.x, u);
  feAdd(u, p.x, u);
  feMul(alpha, u, v);
  for (let i = 0; i < 11; i++) alpha[i] = 3 * alpha[i]!;
  feCarry(alpha, alpha);
  feAdd(u, p.y, p.y);
  feMul(p.z, u, p.z);
  for (let i = 0; i < 11; i++) beta[i] = 4 * beta[i]!;
  feSqr(u, alpha);
  for (let i = 0; i < 11; i++) u[i] = u[i]! - 2 * beta[i]!;
  feCarry(p.x, u);
  feSub(v, beta, p.x);
  feMul(u, alpha, v);
  feSqr(v, gamma);
  for (let i = 0; i < 11; i++) u[i] = u[i]! - 8 * v[i]!;
  feCarry(p.y, u);
}

/** p = p + q, or p - q. */
export function addAffine(p: Point, q: AffinePoint, negative = false): void {
  if (p.infinity) {
    setAffine(p, q, negative);
    return;
  }
  const [zz, h, r, hh, hhh, v] = s;
  feSqr(zz, p.z);
  feMul(h, q.x, zz);
  feSub(h, h, p.x);
  feMul(zz, zz, p.z);
  feMul(r, q.y, zz);
  if (negative) for (let i = 0; i < 11; i++) r[i] = -r[i]! - p.y[i]!;
  else feSub(r, r, p.y);
  finishAddition(p, h, r, hh, hhh, v, () => setAffine(p, q, negative));
}

/** A point with precomputed square and cube of its Z for additions. */
export type CachedPoint = { x: Fe; y: Fe; z: Fe; zz: Fe; zzz: Fe; infinity: boolean };

/** A snapshot of `p`, which may change afterwards. */
export function cachePoint(p: Point): CachedPoint {
  const zz = fe();
  const zzz = fe();
  feSqr(zz, p.z);
  feMul(zzz, zz, p.z);
  return { ...copyPoint(p), zz, zzz };
}

/** p = p + q, or p - q. */
export function addCached(p: Point, q: CachedPoint, negative = false): void {
  if (q.infinity) return;
  if (p.infinity) {
    setCached(p, q, negative);
    return;
  }
  const [zz, h, r, hh, hhh, v, x1, y1] = s;
  feSqr(zz, p.z);
  feMul(x1, p.x, q.zz);
  feMul(y1, p.y, q.zzz);
  feMul(h, q.x, zz);
  feSub(h, h, x1);
  feMul(zz, zz, p.z);
  feMul(r, q.y, zz);
  if (negative) for (let i = 0; i < 11; i++) r[i] = -r[i]! - y1[i]!;
  else feSub(r, r, y1);
  if (!feIsZero(h)) {
    feMul(p.z, p.z, q.z);
    p.x.set(x1);
    p.y.set(y1);
  }
  finishAddition(p, h, r, hh, hhh, v, () => setCached(p, q, negative));
}

function setCached(p: Point, q: CachedPoint, negative: boolean): void {
  setAffine(p, q, negative);
  p.z.set(q.z);
}

/** The common part of all additions: p holds (X1, Y1, Z1 Z2), h = X2 - X1, r = Y2 - Y1 (growth 2 each). */
function finishAddition(p: Point, h: Fe, r: Fe, hh: Fe, hhh: Fe, v: Fe, setToOther: () => void): void {
  if (feIsZero(h)) {
    if (!feIsZero(r)) {
      p.infinity = true;
      return;
    }
    setToOther();
    doublePoint(p);
    return;
  }
  feSqr(hh, h);
  feMul(hhh, h, hh);
  feMul(p.z, p.z, h);
  feMul(v, p.x, hh);
  feMul(hh, p.y, hhh);
  feSqr(p.x, r);
  for (let i = 0; i < 11; i++) p.x[i] = p.x[i]! - hhh[i]! - 2 * v[i]!;
  feCarry(p.x, p.x);
  feSub(v, v, p.x);
  feMul(p.y, r, v);
  feSub(p.y, p.y, hh);
  feCarry(p.y, p.y);
}

/** The same points with Z = 1, by a single inversion for all. None may be at infinity. */
export function normalisePoints(points: Point[]): AffinePoint[] {
  const products: Fe[] = [];
  let running = ONE;
  for (const p of points) {
    products.push(running);
    const next = fe();
    feMul(next, running, p.z);
    running = next;
  }
  const inverse = fe();
  feInvert(inverse, running);
  const out: AffinePoint[] = new Array(points.length);
  const zi = fe();
  const square = fe();
  for (let i = points.length - 1; i >= 0; i--) {
    const p = points[i]!;
    feMul(zi, inverse, products[i]!);
    feMul(inverse, inverse, p.z);
    const x = fe();
    const y = fe();
    feSqr(square, zi);
    feMul(x, p.x, square);
    feMul(square, square, zi);
    feMul(y, p.y, square);
    out[i] = { x, y };
  }
  return out;
}

/** The affine coordinates of a point, null at infinity. */
export function pointToNumbers(p: Point): { x: bigint; y: bigint } | null {
  if (p.infinity) return null;
  const [q] = normalisePoints([p]);
  return { x: feToBigInt(q!.x), y: feToBigInt(q!.y) };
}

/** Whether x, y is a point of the curve (0 <= x, y < p). Its order is prime, so no further check is needed. */
export function isOnCurve(x: bigint, y: bigint): boolean {
  if (x >= FIELD_PRIME || y >= FIELD_PRIME) return false;
  return (y * y - (x * x * x + CURVE_A * x + CURVE_B)) % FIELD_PRIME === 0n;
}
