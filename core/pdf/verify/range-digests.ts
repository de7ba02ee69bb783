/** Digests of the covered bytes, computed once per range and algorithm. */
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { DigestAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';

type Ranges = readonly (readonly [from: number, length: number])[];

export type RangeDigest = (ranges: Ranges, algorithm: DigestAlgorithm) => Promise<Bytes>;

/**
 * From this number of signatures on, common prefixes are hashed once in JavaScript instead of repeatedly by WebCrypto.
 */
const MANY = 8;

/**
 * Budget of bytes hashed for all signatures together, plus a multiple of the file size: a hostile file can have
 * thousands of signatures that each cover all of it.
 */
const MOST_AT_LEAST = 256 * 1024 * 1024;
const TIMES_THE_FILE = 32;

/**
 * `file` is the whole file, `signatures` the number of signatures in it. The function throws DOCUMENT_TOO_COMPLEX if
 * there is too much to hash.
 */
export function rangeDigests(file: Bytes, signatures: number): RangeDigest {
  const known = new Map<string, Promise<Bytes>>();
  const shared = new Map<DigestAlgorithm, (ranges: Ranges) => Bytes>();
  let buffer: Bytes = new Uint8Array(0);
  let left = MOST_AT_LEAST + TIMES_THE_FILE * file.length;
  const spend = (bytes: number): void => {
    left -= bytes;
    if (left < 0) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'signed bytes' });
  };
  const gather = (ranges: Ranges): Bytes => {
    const total = ranges.reduce((sum, [, length]) => sum + length, 0);
    if (buffer.length < total) buffer = new Uint8Array(total);
    let at = 0;
    for (const [from, length] of ranges) {
      buffer.set(file.subarray(from, from + length), at);
      at += length;
    }
    return buffer.subarray(0, total);
  };
  const compute = (ranges: Ranges, algorithm: DigestAlgorithm): Promise<Bytes> => {
    const create = CREATE[algorithm];
    if (signatures >= MANY && create && ranges[0]?.[0] === 0) {
      const hash = shared.get(algorithm) ?? prefixHash(file, create, spend);
      shared.set(algorithm, hash);
      return Promise.resolve(hash(ranges));
    }
    spend(ranges.reduce((sum, [, length]) => sum + length, 0));
    // WebCrypto copies its input synchronously, so all calls share one buffer.
    return digestOf(algorithm, gather(ranges));
  };
  return (ranges, algorithm) => {
    const key = `${algorithm} ${ranges.join(' ')}`;
    const found = known.get(key);
    if (found) return found;
    const made = compute(ranges, algorithm);
    known.set(key, made);
    return made;
  };
}

type Hash =
  | ReturnType<typeof sha256.create>
  | ReturnType<typeof sha512.create>
  | ReturnType<typeof sha384.create>;

const CREATE: Partial<Record<DigestAlgorithm, () => Hash>> = {
  'SHA-256': () => sha256.create(),
  'SHA-384': () => sha384.create(),
  'SHA-512': () => sha512.create(),
};

/**
 * Every signature covers the file from the start up to its own position: the hash state there is kept, and the next
 * signature continues from it. The time is proportional to the size of the file, not to size times signatures.
 */
function prefixHash(
  file: Bytes,
  create: () => Hash,
  spend: (bytes: number) => void,
): (ranges: Ranges) => Bytes {
  const states: { upTo: number; hash: Hash }[] = [{ upTo: 0, hash: create() }];
  return (ranges) => {
    const end = ranges[0]![1];
    let at = states.length - 1;
    while (states[at]!.upTo > end) at--;
    spend(ranges.slice(1).reduce((sum, [, length]) => sum + length, end - states[at]!.upTo));
    const hash = states[at]!.hash.clone();
    hash.update(file.subarray(states[at]!.upTo, end));
    states.splice(at + 1, 0, { upTo: end, hash });
    const own = hash.clone();
    for (const [from, length] of ranges.slice(1)) own.update(file.subarray(from, from + length));
    return own.digest() as Bytes;
  };
}
