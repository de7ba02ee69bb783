import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js';
import type { Bytes } from '#core/bytes.ts';
import { sm3 } from '#core/sm/sm3.ts';
import type { DigestAlgorithm } from './algorithms.ts';

const HASHES: Record<DigestAlgorithm, (data: Uint8Array) => Uint8Array> = {
  MD5: md5,
  'SHA-1': sha1,
  'RIPEMD-160': ripemd160,
  'SHA-224': sha224,
  'SHA-256': sha256,
  'SHA-384': sha384,
  'SHA-512': sha512,
  'SHA3-224': sha3_224,
  'SHA3-256': sha3_256,
  'SHA3-384': sha3_384,
  'SHA3-512': sha3_512,
  SHAKE128: (data) => shake128(data, { dkLen: 32 }),
  SHAKE256: (data) => shake256(data, { dkLen: 64 }),
  SM3: sm3,
};

const NATIVE: ReadonlySet<DigestAlgorithm> = new Set(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'] as const);

/** Below this many bytes a synchronous digest is faster than WebCrypto. */
const NATIVE_FROM = 4096;

/** The digest of `data`, synchronously; for small data. */
export const digestNow = (algorithm: DigestAlgorithm, data: Uint8Array): Bytes =>
  HASHES[algorithm](data) as Bytes;

/**
 * The digest of `data`, by WebCrypto if it has the algorithm and the data is large enough.
 *
 * ```ts
 * const digest = await digestOf('SM3', bytes);
 * ```
 */
export async function digestOf(algorithm: DigestAlgorithm, data: Bytes): Promise<Bytes> {
  if (data.length < NATIVE_FROM || !NATIVE.has(algorithm)) return digestNow(algorithm, data);
  return new Uint8Array(await crypto.subtle.digest(algorithm, data));
}
