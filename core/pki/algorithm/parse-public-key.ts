import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { type DerNode, fieldsOf, rawOf, readDer } from '../der/read-der.ts';
import { readBitString, readInteger, readOid } from '../der/read-values.ts';
import { OID } from '../oids.ts';
import type { CurveName, DsaParameters, PublicKey } from './algorithms.ts';

const CURVES: Record<string, readonly [CurveName, number]> = {
  [OID.p256]: ['P-256', 256],
  [OID.p384]: ['P-384', 384],
  [OID.p521]: ['P-521', 521],
  [OID.brainpoolP256r1]: ['brainpoolP256r1', 256],
  [OID.brainpoolP384r1]: ['brainpoolP384r1', 384],
  [OID.brainpoolP512r1]: ['brainpoolP512r1', 512],
  [OID.sm2]: ['SM2', 256],
};

/** A SubjectPublicKeyInfo. A key of an unknown or broken kind comes back as `other`, so the certificate can be shown. */
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
    case OID.dsa:
      return { ...base, ...dsaKey(parameters) };
    default:
      return { ...base, kind: 'other', bits: 0 };
  }
}

function rsaKey(keyBytes: Bytes): Pick<PublicKey, 'kind' | 'bits' | 'rsa'> {
  try {
    const fields = fieldsOf(readDer(keyBytes), 0x30);
    const modulus = readInteger(fields.next());
    const exponent = readInteger(fields.next());
    if (modulus <= 0n || exponent <= 0n) return { kind: 'other', bits: 0 };
    return { kind: 'RSA', bits: modulus.toString(2).length, rsa: { modulus, exponent } };
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

/** Parameters may be left out: they are then the issuer's (RFC 3279, clause 2.3.2). */
function dsaKey(parameters: DerNode | undefined): Pick<PublicKey, 'kind' | 'bits' | 'dsa'> {
  if (parameters?.id !== 0x30) return { kind: 'DSA', bits: 0 };
  const fields = fieldsOf(parameters);
  const dsa: DsaParameters = {
    p: readInteger(fields.next()),
    q: readInteger(fields.next()),
    g: readInteger(fields.next()),
  };
  return { kind: 'DSA', bits: dsa.p.toString(2).length, dsa };
}
