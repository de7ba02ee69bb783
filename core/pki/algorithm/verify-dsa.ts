import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { readDer } from '../der/read-der.ts';
import { readInteger, unsignedOf } from '../der/read-values.ts';
import type { DsaParameters } from './algorithms.ts';
import { readRs } from './verify-ec.ts';
import { power } from './verify-rsa.ts';

/** DSA over a digest (FIPS 186-4, clause 4.7), for old certificates. `keyBytes` is the DER INTEGER y. */
export function verifyDsaDigest(
  { p, q, g }: DsaParameters,
  keyBytes: Bytes,
  digest: Bytes,
  signature: Bytes,
): boolean {
  const value = readRs(signature);
  const y = publicValue(keyBytes);
  if (!value || !y || p <= 2n || q <= 2n || y >= p || g >= p) return false;
  const { r, s } = value;
  if (r <= 0n || s <= 0n || r >= q || s >= q) return false;
  const w = power(s, q - 2n, q); // q is a prime, so this is the inverse
  const z = unsignedOf(digest.subarray(0, q.toString(2).length >> 3));
  const v = ((power(g, (z * w) % q, p) * power(y, (r * w) % q, p)) % p) % q;
  return v === r;
}

function publicValue(keyBytes: Bytes): bigint | undefined {
  try {
    const y = readInteger(readDer(keyBytes));
    return y > 1n ? y : undefined;
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
