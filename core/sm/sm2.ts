import { type Bytes, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { FIELD_PRIME, fe, feFromBigInt, feIsZero, feSub, inverseModulo } from './field.ts';
import { feMul, feSqr } from './field-multiply.ts';
import { multiplyBase, multiplyBaseAndPoint, multiplyBaseAndTable, tableOfKey } from './multiply.ts';
import { BASE_X, BASE_Y, CURVE_A, CURVE_B, CURVE_ORDER, type Point, pointToNumbers } from './point.ts';
import {
  encodePoint,
  type RandomBytes,
  randomScalar,
  readPrivateKey,
  readPublicKey,
  type Sm2PublicPoint,
  secureRandom,
  sm2PublicKey,
} from './sm2-key.ts';
import { bytesToNumber, decodeSm2Value, encodeSm2Value, numberToBytes } from './sm2-value.ts';
import { createSm3 } from './sm3.ts';

/**
 * SM2 signatures (GB/T 32918.2-2016). Speed comes from `field.ts` and the tables of `multiply.ts`. JavaScript is not
 * constant-time: BigInt and the engine's compilers take longer for some numbers than for others. Keys whose use an
 * attacker can time precisely belong in a UKey or an HSM.
 */
export { type RandomBytes, sm2GenerateKeyPair, sm2PublicKey } from './sm2-key.ts';
export { decodeSm2Value, encodeSm2Value } from './sm2-value.ts';

/** The signer's id by GM/T 0009, unless another one is agreed. */
export const SM2_DEFAULT_USER_ID = utf8('1234567812345678');

export type Sm2Options = { userId?: Uint8Array };

/**
 * Signs `message` (any length); returns DER SEQUENCE { r, s }. Throws KEY_UNSUPPORTED if the key is out of range.
 *
 * ```ts
 * const { privateKey, publicKey } = sm2GenerateKeyPair();
 * const signature = sm2Sign(privateKey, message);
 * sm2Verify(publicKey, message, signature); // true
 * ```
 */
export function sm2Sign(
  privateKey: Uint8Array,
  message: Uint8Array,
  options: Sm2Options & { random?: RandomBytes; publicKey?: Uint8Array } = {},
): Bytes {
  const publicKey = options.publicKey ?? sm2PublicKey(privateKey);
  return sm2SignDigest(privateKey, sm2Digest(publicKey, message, options.userId), options.random);
}

/** Signs e, the 32 bytes from `sm2Digest`; returns DER SEQUENCE { r, s }. */
export function sm2SignDigest(
  privateKey: Uint8Array,
  e: Uint8Array,
  random: RandomBytes = secureRandom,
): Bytes {
  const d = readPrivateKey(privateKey);
  const hash = bytesToNumber(e);
  for (;;) {
    const k = randomScalar(random, CURVE_ORDER);
    const x = pointToNumbers(multiplyBase(k))!.x;
    const r = (hash + x) % CURVE_ORDER;
    if (r === 0n || r + k === CURVE_ORDER) continue;
    // A fresh random factor masks the divisor: the running time of Euclid's algorithm then reveals nothing about d.
    const mask = randomScalar(random, CURVE_ORDER);
    const inverse = inverseModulo(((1n + d) * mask) % CURVE_ORDER, CURVE_ORDER);
    const top = (((k - r * d) % CURVE_ORDER) + CURVE_ORDER) % CURVE_ORDER;
    const s = (((inverse * mask) % CURVE_ORDER) * top) % CURVE_ORDER;
    if (s !== 0n) return encodeSm2Value({ r, s });
  }
}

/**
 * Whether `signature` (DER, including common encoding errors, or 64 bytes r | s) is `publicKey`'s over `message`.
 * False if the key or value is malformed. The key has 65, 64 or 33 bytes.
 *
 * ```ts
 * const isGood = sm2Verify(publicKey, message, signature);
 * ```
 */
export function sm2Verify(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  options: Sm2Options = {},
): boolean {
  const key = readPublicKey(publicKey);
  if (!key) return false;
  return verifyWithKey(key, digestWithKey(key, message, options.userId ?? SM2_DEFAULT_USER_ID), signature);
}

/** Like `sm2Verify` for e, the 32 bytes from `sm2Digest`. */
export function sm2VerifyDigest(publicKey: Uint8Array, e: Uint8Array, signature: Uint8Array): boolean {
  const key = readPublicKey(publicKey);
  return key !== null && verifyWithKey(key, e, signature);
}

/** e = SM3(ZA | message), which SM2 signs (GB/T 32918.2, clauses 5.5 and 6.1). Throws KEY_UNSUPPORTED on a bad key. */
export function sm2Digest(
  publicKey: Uint8Array,
  message: Uint8Array,
  userId: Uint8Array = SM2_DEFAULT_USER_ID,
): Bytes {
  const key = readPublicKey(publicKey);
  if (!key) throw new AppError('KEY_UNSUPPORTED');
  return digestWithKey(key, message, userId);
}

const CURVE_BYTES = (() => {
  const out = new Uint8Array(128);
  [CURVE_A, CURVE_B, BASE_X, BASE_Y].forEach((n, i) => {
    out.set(numberToBytes(n), i * 32);
  });
  return out;
})();

function digestWithKey(key: Sm2PublicPoint, message: Uint8Array, userId: Uint8Array): Bytes {
  const bits = userId.length * 8;
  const za = createSm3()
    .update(Uint8Array.of((bits >> 8) & 255, bits & 255))
    .update(userId)
    .update(CURVE_BYTES)
    .update(encodePoint(key.x, key.y).subarray(1))
    .digest();
  return createSm3().update(za).update(message).digest();
}

function verifyWithKey(key: Sm2PublicPoint, e: Uint8Array, signature: Uint8Array): boolean {
  const value = decodeSm2Value(signature);
  if (!value || e.length !== 32) return false;
  const { r, s } = value;
  if (r < 1n || r >= CURVE_ORDER || s < 1n || s >= CURVE_ORDER) return false;
  const t = (r + s) % CURVE_ORDER;
  if (t === 0n) return false;
  const table = tableOfKey(key.id, key.point);
  const point = table ? multiplyBaseAndTable(s, t, table) : multiplyBaseAndPoint(s, t, key.point);
  if (point.infinity) return false;
  // x modulo n must equal r - e, so x is that number or that plus n; compared without an inversion.
  const x = (((r - bytesToNumber(e)) % CURVE_ORDER) + CURVE_ORDER) % CURVE_ORDER;
  return hasX(point, x) || (x + CURVE_ORDER < FIELD_PRIME && hasX(point, x + CURVE_ORDER));
}

/** Whether the affine x of `point` is `x`. */
function hasX(point: Point, x: bigint): boolean {
  const zz = fe();
  const product = fe();
  feSqr(zz, point.z);
  feMul(product, feFromBigInt(x), zz);
  feSub(product, product, point.x);
  return feIsZero(product);
}
