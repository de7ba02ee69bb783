import { sha256 } from '@noble/hashes/sha2.js';
import type { Bytes } from '#core/bytes.ts';

/** Length of every hash of the log (SHA-256), bytes. */
export const HASH_BYTES = 32;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Root of an empty tree: SHA-256 of the empty string (RFC 6962, clause 2.1). */
export const EMPTY_ROOT: Bytes = sha256(new Uint8Array(0)) as Bytes;

/** Hash of a leaf: SHA-256(0x00 || entry) (RFC 6962, clause 2.1). */
export const leafHash = (entry: Uint8Array): Bytes =>
  sha256.create().update(LEAF).update(entry).digest() as Bytes;

/** Hash of a node over its two children: SHA-256(0x01 || left || right) (RFC 6962, clause 2.1). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Bytes =>
  sha256.create().update(NODE).update(left).update(right).digest() as Bytes;

/** The largest power of two below `n`, for n > 1: the split point of a tree in RFC 6962. */
export function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}
