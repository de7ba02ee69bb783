import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { fieldsOf, readDer } from '../der/read-der.ts';
import { readInteger } from '../der/read-values.ts';
import type { CurveName, DigestAlgorithm } from './algorithms.ts';

const CURVES = {
  'P-256': p256,
  'P-384': p384,
  'P-521': p521,
  brainpoolP256r1,
  brainpoolP384r1,
  brainpoolP512r1,
} as const;

const NATIVE_DIGESTS: ReadonlySet<DigestAlgorithm> = new Set([
  'SHA-1',
  'SHA-256',
  'SHA-384',
  'SHA-512',
] as const);

/** ECDSA over a message by WebCrypto, several times faster than here; undefined if it does not support the key. */
export async function verifyEcdsaNative(
  curve: Exclude<CurveName, 'SM2'>,
  point: Bytes,
  digest: DigestAlgorithm,
  message: Bytes,
  signature: Bytes,
): Promise<boolean | undefined> {
  if (!curve.startsWith('P-') || !NATIVE_DIGESTS.has(digest)) return undefined;
  const value = readRs(signature);
  const { ORDER, BYTES } = CURVES[curve].Point.Fn;
  if (!value || value.r <= 0n || value.s <= 0n || value.r >= ORDER || value.s >= ORDER) return false;
  try {
    const key = await crypto.subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: curve }, false, [
      'verify',
    ]);
    const compact = concatNumbers(value.r, value.s, BYTES);
    return await crypto.subtle.verify({ name: 'ECDSA', hash: digest }, key, compact, message);
  } catch {
    return undefined; // a compressed point, or a curve that this platform lacks
  }
}

/** ECDSA over a digest (FIPS 186-5, clause 6.4.2); the signature is DER SEQUENCE { r, s }. False for invalid input. */
export function verifyEcdsaDigest(
  curve: Exclude<CurveName, 'SM2'>,
  point: Bytes,
  digest: Bytes,
  signature: Bytes,
): boolean {
  const value = readRs(signature);
  if (!value) return false;
  const ecdsa = CURVES[curve];
  const size = ecdsa.Point.Fn.BYTES;
  if (value.r <= 0n || value.s <= 0n || value.r >= ecdsa.Point.Fn.ORDER || value.s >= ecdsa.Point.Fn.ORDER)
    return false;
  try {
    const compact = concatNumbers(value.r, value.s, size);
    return ecdsa.verify(compact, digest, point, { prehash: false, lowS: false });
  } catch {
    return false; // a point off the curve
  }
}

/** The two numbers of a DER signature; undefined if it is malformed. */
export function readRs(signature: Bytes): { r: bigint; s: bigint } | undefined {
  try {
    const fields = fieldsOf(readDer(signature), 0x30);
    const value = { r: readInteger(fields.next()), s: readInteger(fields.next()) };
    return fields.peek() ? undefined : value;
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

/** r and s concatenated, each `size` bytes: the format of WebCrypto (IEEE P1363). */
export function concatNumbers(r: bigint, s: bigint, size: number): Bytes {
  const hex = r.toString(16).padStart(size * 2, '0') + s.toString(16).padStart(size * 2, '0');
  const out = new Uint8Array(size * 2);
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return out;
}
