import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { type DerNode, fieldsOf, rawOf, readDer } from '../der/read-der.ts';
import { readBitString, readInteger, readOid } from '../der/read-values.ts';
import { OID } from '../oids.ts';
import type { CurveName, PublicKey } from './algorithms.ts';

const CURVES: Record<string, readonly [CurveName, number]> = {
  [OID.p256]: ['P-256', 256],
  [OID.p384]: ['P-384', 384],
  [OID.p521]: ['P-521', 521],
  [OID.brainpoolP256r1]: ['brainpoolP256r1', 256],
  [OID.brainpoolP384r1]: ['brainpoolP384r1', 384],
  [OID.brainpoolP512r1]: ['brainpoolP512r1', 512],
  [OID.sm2]: ['SM2', 256],
};

/**
 * Limits on key sizes, in bits; those of OpenSSL. Verification time grows with their cube, and an attacker may choose a
 * long key on purpose: an RSA key of 65,536 bits would take a quarter of an hour for one signature.
 */
const MOST_BITS = {
  rsaModulus: 16_384,
  rsaLongModulus: 3_072,
  rsaExponentOfLong: 64,
  dsaP: 10_000,
  dsaQ: 512,
};

const bitsOf = (number: bigint): number => number.toString(2).length;

/** An INTEGER of at most `most` bits; undefined if it is longer, without decoding it if far too long. */
function numberWithin(node: DerNode, most: number): bigint | undefined {
  if (node.contentEnd - node.contentStart > most / 8 + 1) return undefined;
  const value = readInteger(node);
  return bitsOf(value) <= most ? value : undefined;
}

/** Reads a SubjectPublicKeyInfo. An unknown, broken or oversized key becomes `other`; the certificate can be shown. */
export function parsePublicKey(node: DerNode): PublicKey {
  const fields = fieldsOf(node, 0x30);
  const algorithm = fieldsOf(fields.next(), 0x30);
  const algorithmOid = readOid(algorithm.next());
  const parameters = algorithm.peek();
  const keyBytes = readBitString(fields.next()).bytes;
  const base = { spki: rawOf(node), keyBytes, algorithmOid };
  switch (algorithmOid) {
    case OID.rsaEncryption:
    case OID.rsaPss:
    case '1.2.840.113549.1.1.7':
      return { ...base, ...rsaKey(keyBytes) };
    case OID.ecPublicKey:
    case OID.sm2Sign:
    case OID.sm2:
      return { ...base, ...ecKey(algorithmOid, parameters) };
    case OID.ed25519:
      return { ...base, kind: 'Ed25519', bits: 256 };
    case OID.ed448:
      return { ...base, kind: 'Ed448', bits: 448 };
    case OID.dsa:
      return { ...base, ...dsaKey(parameters) };
    default:
      return { ...base, kind: 'other', bits: 0 };
  }
}

function rsaKey(keyBytes: Bytes): Pick<PublicKey, 'kind' | 'bits' | 'rsa'> {
  try {
    const fields = fieldsOf(readDer(keyBytes), 0x30);
    const modulus = numberWithin(fields.next(), MOST_BITS.rsaModulus);
    const bits = modulus ? bitsOf(modulus) : 0;
    const exponent = numberWithin(
      fields.next(),
      bits > MOST_BITS.rsaLongModulus ? MOST_BITS.rsaExponentOfLong : bits,
    );
    if (!modulus || !exponent || modulus <= 0n || exponent <= 0n) return { kind: 'other', bits: 0 };
    return { kind: 'RSA', bits, rsa: { modulus, exponent } };
  } catch (error) {
    if (isAppError(error)) return { kind: 'other', bits: 0 };
    throw error;
  }
}

function ecKey(
  algorithmOid: string,
  parameters: DerNode | undefined,
): Pick<PublicKey, 'kind' | 'bits' | 'curve' | 'curveOid'> {
  const curveOid =
    parameters?.id === 0x06 ? readOid(parameters) : algorithmOid === OID.ecPublicKey ? undefined : OID.sm2;
  const known = curveOid ? CURVES[curveOid] : undefined;
  if (!known) return { kind: curveOid ? 'EC' : 'other', bits: 0, curveOid };
  return { kind: known[0] === 'SM2' ? 'SM2' : 'EC', bits: known[1], curve: known[0], curveOid };
}

/** Parameters may be omitted: they are then inherited from the issuer (RFC 3279, clause 2.3.2). */
function dsaKey(parameters: DerNode | undefined): Pick<PublicKey, 'kind' | 'bits' | 'dsa'> {
  if (parameters?.id !== 0x30) return { kind: 'DSA', bits: 0 };
  const fields = fieldsOf(parameters);
  const p = numberWithin(fields.next(), MOST_BITS.dsaP);
  const q = numberWithin(fields.next(), MOST_BITS.dsaQ);
  const g = numberWithin(fields.next(), MOST_BITS.dsaP);
  if (!p || !q || !g) return { kind: 'other', bits: 0 };
  return { kind: 'DSA', bits: bitsOf(p), dsa: { p, q, g } };
}
