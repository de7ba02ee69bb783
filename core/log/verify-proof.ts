import { type Bytes, sameBytes } from '#core/bytes.ts';
import { nodeHash } from './merkle-hash.ts';

/** Head of a tree: number of its leaves, and root hash. */
export interface TreeHead {
  size: number;
  root: Uint8Array;
}

const isOdd = (n: number): boolean => n % 2 === 1;
const half = (n: number): number => Math.floor(n / 2);

/**
 * Verifies an inclusion proof: the leaf with this hash is at `index` (from 0) of the tree (RFC 9162, clause 2.1.3.2).
 *
 * ```ts
 * verifyInclusion(leafHash(entry), 41, proof, checkpoint); // true if the log contains the entry
 * ```
 */
export function verifyInclusion(
  leaf: Bytes,
  index: number,
  proof: readonly Uint8Array[],
  { size, root }: TreeHead,
): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let hash = leaf;
  let at = index;
  let last = size - 1;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = nodeHash(sibling, hash);
      while (at !== 0 && !isOdd(at)) {
        at = half(at);
        last = half(last);
      }
    } else hash = nodeHash(hash, sibling);
    at = half(at);
    last = half(last);
  }
  return last === 0 && sameBytes(hash, root);
}

/**
 * Verifies a consistency proof: the older tree is a prefix of the newer one (RFC 9162, clause 2.1.4.2), so nothing in
 * it was changed or removed. The empty tree is a prefix of every other.
 *
 * ```ts
 * verifyConsistency(seenYesterday, proof, seenToday); // false if the log was rewritten
 * ```
 */
export function verifyConsistency(older: TreeHead, proof: readonly Bytes[], newer: TreeHead): boolean {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  let at = older.size - 1;
  let last = newer.size - 1;
  while (isOdd(at)) {
    at = half(at);
    last = half(last);
  }
  // If the older tree is complete, its root is the first hash of the path.
  const path = at === 0 ? [older.root, ...proof] : proof;
  const [first, ...rest] = path;
  if (!first) return false;
  let olderHash = first;
  let newerHash = first;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      olderHash = nodeHash(sibling, olderHash);
      newerHash = nodeHash(sibling, newerHash);
      while (at !== 0 && !isOdd(at)) {
        at = half(at);
        last = half(last);
      }
    } else newerHash = nodeHash(newerHash, sibling);
    at = half(at);
    last = half(last);
  }
  return last === 0 && sameBytes(olderHash, older.root) && sameBytes(newerHash, newer.root);
}
