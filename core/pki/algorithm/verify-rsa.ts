import { shake128, shake256 } from '@noble/hashes/sha3.js';
import { type Bytes, sameBytes } from '#core/bytes.ts';
import { unsignedOf } from '../der/read-values.ts';
import { octetString, oid, sequence } from '../der/write-der.ts';
import { DIGEST_LENGTHS } from './algorithm-identifier.ts';
import { DIGEST_OIDS, type DigestAlgorithm, type PublicKey, type SignatureAlgorithm } from './algorithms.ts';
import { digestNow } from './digest.ts';

type RsaKey = NonNullable<PublicKey['rsa']>;

/**
 * RSA verification over a digest, RFC 8017, clauses 8.1.2 and 8.2.2. WebCrypto is not used, so that browser, Worker and
 * Node agree where its implementations differ (odd key sizes, SHA-3, RIPEMD-160, MD5, PSS with a second digest, a
 * DigestInfo without NULL) and so that the digest alone suffices. With common exponents it takes as long as importing
 * the key into WebCrypto and verifying there (`npm run bench`, group pki). Only public values are processed, so timing
 * reveals nothing.
 */
export function verifyRsaDigest(
  key: RsaKey,
  algorithm: SignatureAlgorithm,
  digest: Bytes,
  signature: Bytes,
): boolean {
  const bits = key.modulus.toString(2).length;
  const size = Math.ceil(bits / 8);
  if (signature.length !== size) return false;
  const value = unsignedOf(signature);
  if (value >= key.modulus) return false;
  const encoded = bytesOfNumber(power(value, key.exponent, key.modulus), size);
  if (algorithm.kind === 'RSA-PSS') return pssMatches(encoded, bits, digest, algorithm);
  return paddings(algorithm.digest!, digest, size).some((expected) => sameBytes(expected, encoded));
}

/** EMSA-PKCS1-v1_5: the expected block is built and compared, never parsed. NULL may be missing (8.2.2, note 2). */
function paddings(algorithm: DigestAlgorithm, digest: Bytes, size: number): Bytes[] {
  const id = oid(DIGEST_OIDS[algorithm]);
  const infos = [
    sequence(sequence(id, new Uint8Array([5, 0])), octetString(digest)),
    sequence(sequence(id), octetString(digest)),
  ];
  return infos
    .filter((info) => size >= info.length + 11)
    .map((info) => {
      const block = new Uint8Array(size).fill(0xff);
      block[0] = 0;
      block[1] = 1;
      block[size - info.length - 1] = 0;
      block.set(info, size - info.length);
      return block;
    });
}

/** EMSA-PSS-VERIFY (RFC 8017, clause 9.1.2). */
function pssMatches(
  block: Bytes,
  modulusBits: number,
  digest: Bytes,
  algorithm: SignatureAlgorithm,
): boolean {
  const bits = modulusBits - 1;
  const encoded = bits % 8 === 0 ? block.subarray(1) : block;
  if (bits % 8 === 0 && block[0] !== 0) return false;
  const hash = algorithm.digest!;
  const hashLength = DIGEST_LENGTHS[hash];
  const salt = algorithm.saltLength ?? hashLength;
  const length = Math.ceil(bits / 8);
  if (length < hashLength + salt + 2 || encoded[length - 1] !== 0xbc) return false;
  const masked = encoded.subarray(0, length - hashLength - 1);
  const h = encoded.subarray(length - hashLength - 1, length - 1);
  const unused = 8 * length - bits;
  if (masked[0]! >> (8 - unused)) return false;
  const db = mask(algorithm.mgfDigest ?? hash, h, masked.length);
  for (let i = 0; i < db.length; i++) db[i] = db[i]! ^ masked[i]!;
  db[0] = db[0]! & (0xff >> unused);
  const zeros = length - hashLength - salt - 2;
  for (let i = 0; i < zeros; i++) if (db[i] !== 0) return false;
  if (db[zeros] !== 1) return false;
  const input = new Uint8Array(8 + hashLength + salt);
  input.set(digest, 8);
  input.set(db.subarray(db.length - salt), 8 + hashLength);
  return sameBytes(digestNow(hash, input), h);
}

/** MGF1 (RFC 8017, B.2.1), or SHAKE output of that length (RFC 8702, clause 3.2.1). */
function mask(hash: DigestAlgorithm, seed: Bytes, length: number): Bytes {
  if (hash === 'SHAKE128') return shake128(seed, { dkLen: length }) as Bytes;
  if (hash === 'SHAKE256') return shake256(seed, { dkLen: length }) as Bytes;
  const out = new Uint8Array(length);
  const input = new Uint8Array(seed.length + 4);
  input.set(seed);
  for (let at = 0, counter = 0; at < length; counter++) {
    new DataView(input.buffer).setUint32(seed.length, counter);
    const block = digestNow(hash, input);
    out.set(block.subarray(0, length - at), at);
    at += block.length;
  }
  return out;
}

/** base^exponent mod modulus. */
export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (const bit of [...exponent.toString(2)].reverse()) {
    if (bit === '1') result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function bytesOfNumber(value: bigint, size: number): Bytes {
  const hex = value.toString(16).padStart(size * 2, '0');
  const out = new Uint8Array(size);
  for (let i = 0; i < size; i++) out[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return out;
}
