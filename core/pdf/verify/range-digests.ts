/** Digests over the covered bytes, each range and algorithm once. */
import { type Bytes, concatBytes } from '#core/bytes.ts';
import type { DigestAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';

export type RangeDigest = (
  ranges: readonly (readonly [from: number, length: number])[],
  algorithm: DigestAlgorithm,
) => Promise<Bytes>;

/** `file` is the whole file. */
export function rangeDigests(file: Bytes): RangeDigest {
  const known = new Map<string, Promise<Bytes>>();
  return (ranges, algorithm) => {
    const key = `${algorithm} ${ranges.join(' ')}`;
    const found = known.get(key);
    if (found) return found;
    const pieces = ranges.map(([from, length]) => file.subarray(from, from + length));
    const made = digestOf(algorithm, concatBytes(...pieces));
    known.set(key, made);
    return made;
  };
}
