import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { contentOf, fieldsOf, parsing, readDer } from '../der/read-der.ts';
import { readOctetString, readOid } from '../der/read-values.ts';
import { bitString, context, integer, octetString, oid, sequence } from '../der/write-der.ts';
import { OID } from '../oids.ts';

/** Contents of a PKCS#8 private key, as far as a signer needs them. */
export type ParsedPrivateKey =
  | { readonly kind: 'RSA' }
  | { readonly kind: 'EC'; readonly curve: 'P-256' | 'P-384' | 'P-521' }
  | { readonly kind: 'SM2'; readonly scalar: Bytes; readonly publicKey: Bytes | undefined };

const NIST_CURVES = new Map([
  [OID.p256, 'P-256'],
  [OID.p384, 'P-384'],
  [OID.p521, 'P-521'],
] as const);

/** A PrivateKeyInfo (RFC 5958, version 0 or 1), not encrypted. Throws KEY_BROKEN or KEY_UNSUPPORTED. */
export function parsePkcs8(pkcs8: Bytes): ParsedPrivateKey {
  return parsing('KEY_BROKEN', () => {
    const fields = fieldsOf(readDer(pkcs8), 0x30);
    fields.next(0x02);
    const algorithm = fieldsOf(fields.next(), 0x30);
    const id = readOid(algorithm.next());
    const key = readOctetString(fields.next());
    if (id === OID.rsaEncryption || id === OID.rsaPss) return { kind: 'RSA' };
    if (id !== OID.ecPublicKey) throw new AppError('KEY_UNSUPPORTED', { algorithm: id });
    const curveOid = readOid(algorithm.next());
    const curve = NIST_CURVES.get(curveOid as typeof OID.p256);
    if (curve) return { kind: 'EC', curve };
    if (curveOid !== OID.sm2) throw new AppError('KEY_UNSUPPORTED', { algorithm: curveOid });
    return { kind: 'SM2', ...parseSm2(key) };
  });
}

/** ECPrivateKey (RFC 5915) of an SM2 key. */
function parseSm2(key: Bytes): { scalar: Bytes; publicKey: Bytes | undefined } {
  const fields = fieldsOf(readDer(key), 0x30);
  fields.next(0x02);
  const value = readOctetString(fields.next());
  if (value.length > 32 || value.every((b) => b === 0))
    throw new AppError('KEY_BROKEN', { reason: 'scalar out of range' });
  const scalar = new Uint8Array(32);
  scalar.set(value, 32 - value.length);
  fields.optional(0xa0);
  const point = fields.optional(0xa1);
  return { scalar, publicKey: point && contentOf(fieldsOf(point).next(0x03)).slice(1) };
}

/** PKCS#8 of an SM2 key: `scalar` 32 bytes, `publicKey` 65 bytes 04|x|y. */
export function sm2Pkcs8(scalar: Bytes, publicKey: Bytes): Bytes {
  const ecPrivateKey = sequence(integer(1), octetString(scalar), context(1, bitString(publicKey)));
  return sequence(integer(0), sequence(oid(OID.ecPublicKey), oid(OID.sm2)), octetString(ecPrivateKey));
}

/** SubjectPublicKeyInfo of an SM2 key (GM/T 0009, clause 7.1): `publicKey` 65 bytes 04|x|y. */
export function sm2Spki(publicKey: Bytes): Bytes {
  return sequence(sequence(oid(OID.ecPublicKey), oid(OID.sm2)), bitString(publicKey));
}
