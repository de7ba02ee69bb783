import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Bytes, fromHex } from '#core/bytes.ts';

/** Length of an entry's salt, bytes. */
export const SALT_BYTES = 32;

/**
 * The leaf of a trail's entry in the log: HMAC-SHA-256 of the entry's hash (32 bytes) with a salt (32 random bytes) as
 * key. Without the salt nobody can tell which entry a leaf belongs to, or guess names and times; with the entry and its
 * salt, `openssl dgst -mac HMAC` computes it. Both are hexadecimal. Throws a RangeError for other lengths: with keys of
 * one length, no other entry has the same leaf.
 */
export function trailLeaf(saltHex: string, entryHashHex: string): Bytes {
  const [salt, hash] = [fromHex(saltHex), fromHex(entryHashHex)];
  if (salt.length !== SALT_BYTES || hash.length !== 32)
    throw new RangeError('a salt and a hash have 32 bytes');
  return hmac(sha256, salt, hash) as Bytes;
}
