import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import { createSm3 } from '#core/sm/sm3.ts';
import type { PdfSource } from '../read/source.ts';
import type { LaidOutSignature } from './lay-out-signature.ts';
import type { PdfDigest } from './signature-request.ts';

/** Size of the pieces in which a file that is not in memory is hashed. */
const PIECE = 256 * 1024;

export interface StreamingHash {
  update(data: Bytes): unknown;
  digest(): Uint8Array;
}

/**
 * A hash that has already taken in the whole file, if its state was kept for this algorithm. The caller answers for it
 * being the file's.
 */
export type StoredHash = (algorithm: PdfDigest) => Promise<StreamingHash | null>;

/**
 * The digest of the file with its increment, excluding the hole: the digest that is signed. With a kept hash of the file
 * only the increment is hashed.
 */
export async function hashRanges(
  source: PdfSource,
  laidOut: LaidOutSignature,
  algorithm: PdfDigest,
  storedHash?: StoredHash,
): Promise<Bytes> {
  const { increment, hole } = laidOut;
  const before = increment.subarray(0, hole[0]);
  const after = increment.subarray(hole[1]);
  const known = await storedHash?.(algorithm);
  if (!known && source instanceof Uint8Array) return digestOf(algorithm, concatBytes(source, before, after));
  const hash = known ?? (await hashOfFile(source, algorithm));
  hash.update(before);
  hash.update(after);
  return hash.digest() as Bytes;
}

async function hashOfFile(source: PdfSource, algorithm: PdfDigest): Promise<StreamingHash> {
  const hash = streamingHash(algorithm);
  if (source instanceof Uint8Array) hash.update(source);
  else
    for (let at = 0; at < source.length; at += PIECE)
      hash.update(await source.read(at, Math.min(source.length, at + PIECE)));
  return hash;
}

function streamingHash(algorithm: PdfDigest): StreamingHash {
  if (algorithm === 'SM3') return createSm3();
  return { 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 }[algorithm].create();
}
