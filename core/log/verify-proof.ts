import { type Bytes, sameBytes } from '#core/bytes.ts';
import { nodeHash } from './merkle-hash.ts';

/** A tree as a checkpoint tells of it: the number of its leaves, and its root. */
export interface TreeHead {
  size: number;
  root: Uint8Array;
}

const isOdd = (n: number): boolean => n % 2 === 1;
const half = (n: number): number => Math.floor(n / 2);

/**
 * Whether the leaf with this hash is the one at `index` (from 0) of the tree (RFC 9162, clause 2.1.3.2).
 *
 * ```ts
 * verifyInclusion(leafHash(entry), 41, proof, checkpoint); // true where the log holds the entry
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
 * Whether the older tree is the beginning of the newer one (RFC 9162, clause 2.1.4.2): nothing in it was changed or
 * removed. An empty tree is the beginning of every other.
 *
 * ```ts
 * verifyConsistency(seenYesterday, proof, seenToday); // false where the log was rewritten
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
  // The older root stands at the head of the path itself where the older tree is whole.
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
