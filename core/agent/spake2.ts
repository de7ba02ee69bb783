import { p256 } from '@noble/curves/nist.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';

/**
 * SPAKE2 (RFC 9382) on P-256 with SHA-256: both sides know a short code and derive a strong secret from it. An
 * eavesdropper learns nothing about the code; an impostor has one guess per run.
 */
const { Point } = p256;
type P256Point = InstanceType<typeof Point>;
const ORDER = Point.Fn.ORDER;
const M = Point.fromHex('02886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f');
const N = Point.fromHex('03d8bbd6c639c62937b04d997f38c3770719c629d7014d49a24b4f98baa1292b49');

export type Spake2Side = 'A' | 'B';
export interface Spake2Start {
  side: Spake2Side;
  /** 65 bytes, sent to the other side. */
  share: Bytes;
  w: bigint;
  scalar: bigint;
}
export interface Spake2Result {
  /** 16 bytes, equal on both sides if they used the same code. */
  secret: Bytes;
  /** Key confirmation: the tag that this side sends, and the tag that it expects. */
  confirmation: Bytes;
  expected: Bytes;
}

/**
 * Maps the code to a scalar below the order of the curve. `salt` is random for each run, which prevents precomputation.
 */
export function numberOfCode(code: string, salt: Uint8Array): bigint {
  return bytesToScalar(pbkdf2(sha256, utf8(code), salt, { c: 10_000, dkLen: 48 }));
}

/** Big-endian bytes of any length, modulo the order of P-256. */
export const bytesToScalar = (bytes: Uint8Array): bigint => {
  let n = 0n;
  for (const b of bytes) n = (n << 8n) | BigInt(b);
  return n % ORDER;
};

/** Starts a run; `random` is 48 random bytes. */
export function beginSpake2(side: Spake2Side, w: bigint, random: Uint8Array): Spake2Start {
  const scalar = (bytesToScalar(random) % (ORDER - 1n)) + 1n;
  const blind = (side === 'A' ? M : N).multiply(w);
  return { side, w, scalar, share: bytesOf(Point.BASE.multiply(scalar).add(blind)) };
}

/** Completes a run with the peer's share. Throws INPUT_INVALID if the share is not a valid point. */
export function finishSpake2(start: Spake2Start, share: Uint8Array, names: [string, string]): Spake2Result {
  let other: P256Point;
  try {
    other = Point.fromBytes(share);
    other.assertValidity();
  } catch {
    throw new AppError('INPUT_INVALID', {}, 'share');
  }
  const shared = other.subtract((start.side === 'A' ? N : M).multiply(start.w));
  // The cofactor is 1: the only point of small order is the point at infinity, which multiplication rejects.
  if (shared.equals(Point.ZERO)) throw new AppError('INPUT_INVALID', {}, 'share');
  const key = bytesOf(shared.multiply(start.scalar));
  const own = start.share;
  const [a, b] = start.side === 'A' ? [own, share] : [share, own];
  const transcript = concatBytes(
    ...[utf8(names[0]), utf8(names[1]), a, b, key, scalarBytes(start.w)].flatMap((part) => [
      lengthOf(part),
      part,
    ]),
  );
  const hashed = sha256(transcript);
  const confirm = hkdf(sha256, hashed.slice(16), undefined, utf8('ConfirmationKeys'), 32);
  const macs = [confirm.slice(0, 16), confirm.slice(16)].map(
    (macKey) => hmac(sha256, macKey, transcript) as Bytes,
  ) as [Bytes, Bytes];
  const [confirmation, expected] = start.side === 'A' ? macs : [macs[1], macs[0]];
  return { secret: hashed.slice(0, 16) as Bytes, confirmation, expected };
}

const bytesOf = (point: P256Point): Bytes => point.toBytes(false) as Bytes;

function scalarBytes(n: bigint): Bytes {
  const out = new Uint8Array(32);
  let rest = n;
  for (let i = 31; i >= 0; i--) {
    out[i] = Number(rest & 255n);
    rest >>= 8n;
  }
  return out;
}

/** Eight bytes, little-endian. */
function lengthOf(part: Uint8Array): Bytes {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setUint32(0, part.length, true);
  return out;
}

/** Compares two tags in constant time. */
export function sameTag(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!;
  return difference === 0;
}
