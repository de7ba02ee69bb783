import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { FIELD_PRIME } from './field.ts';
import { multiplyBase } from './multiply.ts';
import {
  type AffinePoint,
  affineFromNumbers,
  CURVE_A,
  CURVE_B,
  CURVE_ORDER,
  isOnCurve,
  pointToNumbers,
} from './point.ts';
import { bytesToNumber, numberToBytes } from './sm2-value.ts';

/** Returns random bytes; those of WebCrypto by default. */
export type RandomBytes = (count: number) => Uint8Array;

/** At most 65536 bytes per call: WebCrypto throws for more. */
export const secureRandom: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));

export type Sm2KeyPair = { privateKey: Bytes; publicKey: Bytes };

/** A validated public key: its coordinates and the curve point. */
export type Sm2PublicPoint = { x: bigint; y: bigint; id: string; point: AffinePoint };

/** A private key d (32 bytes, 1 <= d <= n - 2) and its public key (65 bytes, 04 | x | y). */
export function sm2GenerateKeyPair(random: RandomBytes = secureRandom): Sm2KeyPair {
  const d = randomScalar(random, CURVE_ORDER - 1n);
  return { privateKey: numberToBytes(d), publicKey: publicKeyOf(d) };
}

/** The public key (65 bytes) of a private key (32 bytes). Throws KEY_UNSUPPORTED if the number is out of range. */
export function sm2PublicKey(privateKey: Uint8Array): Bytes {
  return publicKeyOf(readPrivateKey(privateKey));
}

/** A uniformly distributed number from 1 to limit - 1. */
export function randomScalar(random: RandomBytes, limit: bigint): bigint {
  for (;;) {
    const value = bytesToNumber(random(32));
    if (value > 0n && value < limit) return value;
  }
}

/** The number of a private key. Throws KEY_UNSUPPORTED unless it has 32 bytes and is from 1 to n - 2. */
export function readPrivateKey(privateKey: Uint8Array): bigint {
  const d = privateKey.length === 32 ? bytesToNumber(privateKey) : 0n;
  if (d < 1n || d > CURVE_ORDER - 2n) throw new AppError('KEY_UNSUPPORTED');
  return d;
}

/** A public key as 65 bytes (04 | x | y), 64 bytes (x | y) or 33 bytes (02 or 03 | x); null if it is invalid. */
export function readPublicKey(publicKey: Uint8Array): Sm2PublicPoint | null {
  const plain = publicKey.length === 65 && publicKey[0] === 4 ? publicKey.subarray(1) : publicKey;
  let y: bigint;
  let x: bigint;
  if (plain.length === 64) {
    x = bytesToNumber(plain.subarray(0, 32));
    y = bytesToNumber(plain.subarray(32));
  } else if (plain.length === 33 && (plain[0] === 2 || plain[0] === 3)) {
    x = bytesToNumber(plain.subarray(1));
    y = squareRoot((x * x * x + CURVE_A * x + CURVE_B) % FIELD_PRIME);
    if ((y & 1n) !== BigInt(plain[0] & 1)) y = FIELD_PRIME - y;
  } else return null;
  if (!isOnCurve(x, y)) return null;
  return { x, y, id: `${x.toString(36)}${y & 1n}`, point: affineFromNumbers(x, y) };
}

/** 04 | x | y. */
export function encodePoint(x: bigint, y: bigint): Bytes {
  const out = new Uint8Array(65);
  out[0] = 4;
  out.set(numberToBytes(x), 1);
  out.set(numberToBytes(y), 33);
  return out;
}

function publicKeyOf(d: bigint): Bytes {
  const { x, y } = pointToNumbers(multiplyBase(d))!;
  return encodePoint(x, y);
}

/** p = 3 modulo 4, so a square root is the power (p + 1) / 4, if there is one. */
function squareRoot(value: bigint): bigint {
  let exponent = (FIELD_PRIME + 1n) >> 2n;
  let base = value;
  let out = 1n;
  while (exponent > 0n) {
    if (exponent & 1n) out = (out * base) % FIELD_PRIME;
    base = (base * base) % FIELD_PRIME;
    exponent >>= 1n;
  }
  return out;
}
