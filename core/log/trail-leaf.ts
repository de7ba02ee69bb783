import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Bytes, fromHex } from '#core/bytes.ts';

/** Length of the salt of an entry, bytes. */
export const SALT_BYTES = 32;

/**
 * What the log holds of an entry of a trail: HMAC-SHA-256 of the entry's hash (32 bytes) under a salt (32 random bytes).
 * Nobody who lacks the salt can tell which entry it is of, or try which names and times would fit; whoever has the entry
 * and its salt computes it by `openssl dgst -mac HMAC`. Both are hexadecimal. Throws a RangeError for other lengths:
 * with keys of one length, no other entry has the same leaf.
 */
export function trailLeaf(saltHex: string, entryHashHex: string): Bytes {
  const [salt, hash] = [fromHex(saltHex), fromHex(entryHashHex)];
  if (salt.length !== SALT_BYTES || hash.length !== 32)
    throw new RangeError('a salt and a hash have 32 bytes');
  return hmac(sha256, salt, hash) as Bytes;
}
