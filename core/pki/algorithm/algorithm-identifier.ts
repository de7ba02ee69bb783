import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { type DerNode, fieldsOf, innerOf } from '../der/read-der.ts';
import { readOid, readSmallInteger } from '../der/read-values.ts';
import { context, derNull, integer, oid, sequence } from '../der/write-der.ts';
import { OID } from '../oids.ts';
import { DIGEST_OIDS, type DigestAlgorithm, type SignatureAlgorithm } from './algorithms.ts';

const DIGEST_BY_OID = new Map<string, DigestAlgorithm>([
  ...Object.entries(DIGEST_OIDS).map(([name, id]) => [id, name as DigestAlgorithm] as const),
  ['1.2.156.10197.1.401.1', 'SM3'], // "SM3 without a key", as some messages name it (GM/T 0006)
]);

/** The digest algorithm of this identifier; undefined if it is unknown. */
export const digestByOid = (id: string): DigestAlgorithm | undefined => DIGEST_BY_OID.get(id);

type Entry = readonly [kind: SignatureAlgorithm['kind'], digest?: DigestAlgorithm];

/** RFC 3279, 4055, 5758, 8410, 8702; NIST CSOR; TeleTrusT; GM/T 0006. */
const SIGNATURES: Record<string, Entry> = {
  '1.2.840.113549.1.1.1': ['RSA'],
  '1.2.840.113549.1.1.4': ['RSA', 'MD5'],
  '1.2.840.113549.1.1.5': ['RSA', 'SHA-1'],
  '1.3.14.3.2.29': ['RSA', 'SHA-1'],
  '1.2.840.113549.1.1.14': ['RSA', 'SHA-224'],
  '1.2.840.113549.1.1.11': ['RSA', 'SHA-256'],
  '1.2.840.113549.1.1.12': ['RSA', 'SHA-384'],
  '1.2.840.113549.1.1.13': ['RSA', 'SHA-512'],
  '2.16.840.1.101.3.4.3.13': ['RSA', 'SHA3-224'],
  '2.16.840.1.101.3.4.3.14': ['RSA', 'SHA3-256'],
  '2.16.840.1.101.3.4.3.15': ['RSA', 'SHA3-384'],
  '2.16.840.1.101.3.4.3.16': ['RSA', 'SHA3-512'],
  '1.3.36.3.3.1.2': ['RSA', 'RIPEMD-160'],
  '1.2.840.10045.4.1': ['ECDSA', 'SHA-1'],
  '1.2.840.10045.4.3.1': ['ECDSA', 'SHA-224'],
  '1.2.840.10045.4.3.2': ['ECDSA', 'SHA-256'],
  '1.2.840.10045.4.3.3': ['ECDSA', 'SHA-384'],
  '1.2.840.10045.4.3.4': ['ECDSA', 'SHA-512'],
  '2.16.840.1.101.3.4.3.9': ['ECDSA', 'SHA3-224'],
  '2.16.840.1.101.3.4.3.10': ['ECDSA', 'SHA3-256'],
  '2.16.840.1.101.3.4.3.11': ['ECDSA', 'SHA3-384'],
  '2.16.840.1.101.3.4.3.12': ['ECDSA', 'SHA3-512'],
  '0.4.0.127.0.7.1.1.4.1.1': ['ECDSA', 'SHA-1'],
  '1.2.840.10045.2.1': ['ECDSA'],
  '1.2.840.10040.4.1': ['DSA'],
  '1.2.840.10040.4.3': ['DSA', 'SHA-1'],
  '2.16.840.1.101.3.4.3.1': ['DSA', 'SHA-224'],
  '2.16.840.1.101.3.4.3.2': ['DSA', 'SHA-256'],
  '1.3.6.1.5.5.7.6.32': ['ECDSA', 'SHAKE128'],
  '1.3.6.1.5.5.7.6.33': ['ECDSA', 'SHAKE256'],
  '1.3.6.1.5.5.7.6.30': ['RSA-PSS', 'SHAKE128'],
  '1.3.6.1.5.5.7.6.31': ['RSA-PSS', 'SHAKE256'],
  '1.3.101.112': ['Ed25519'],
  '1.3.101.113': ['Ed448'],
  [OID.sm2WithSm3]: ['SM2', 'SM3'],
  [OID.sm2Sign]: ['SM2', 'SM3'],
  [OID.sm2]: ['SM2', 'SM3'],
};

/** Reads a signature's AlgorithmIdentifier. An unknown one becomes `other`; broken parameters throw ASN1_BROKEN. */
export function parseSignatureAlgorithm(node: DerNode): SignatureAlgorithm {
  const fields = fieldsOf(node, 0x30);
  const id = readOid(fields.next());
  const parameters = fields.peek();
  if (id === OID.rsaPss) return parsePss(parameters);
  const entry = SIGNATURES[id];
  if (!entry) return { kind: 'other', oid: id };
  const [kind, digest] = entry;
  // RSASSA-PSS with SHAKE has no parameters: mask and salt follow from the digest (RFC 8702, clause 3.2.1).
  if (kind === 'RSA-PSS' && digest)
    return { kind, digest, mgfDigest: digest, saltLength: DIGEST_LENGTHS[digest], oid: id };
  return { kind, digest, oid: id };
}

/** RSASSA-PSS-params (RFC 4055, clause 3.1); all fields have defaults. */
function parsePss(parameters: DerNode | undefined): SignatureAlgorithm {
  let digest: DigestAlgorithm | undefined = 'SHA-1';
  let mgfDigest: DigestAlgorithm | undefined = 'SHA-1';
  let saltLength = 20;
  if (parameters?.id === 0x30) {
    const fields = fieldsOf(parameters);
    const hash = fields.optional(0xa0);
    if (hash) digest = parseDigestAlgorithm(innerOf(hash));
    const mgf = fields.optional(0xa1);
    if (mgf) {
      const mask = fieldsOf(innerOf(mgf), 0x30);
      mgfDigest = readOid(mask.next()) === OID.mgf1 ? parseDigestAlgorithm(mask.next()) : undefined;
    }
    const salt = fields.optional(0xa2);
    if (salt) saltLength = readSmallInteger(innerOf(salt));
  }
  if (!digest || !mgfDigest) return { kind: 'other', oid: OID.rsaPss };
  return { kind: 'RSA-PSS', digest, mgfDigest, saltLength, oid: OID.rsaPss };
}

/** SHAKE with its length in bits as a parameter (RFC 8419, clause 2.3); only the plain form's length is accepted. */
const SHAKE_WITH_LENGTH: Record<string, readonly [DigestAlgorithm, bits: number]> = {
  '2.16.840.1.101.3.4.2.17': ['SHAKE128', 256],
  '2.16.840.1.101.3.4.2.18': ['SHAKE256', 512],
};

/**
 * Reads a digest's AlgorithmIdentifier; undefined if it is unknown. Some producers put the signature algorithm here
 * (sha1WithRSAEncryption and the like): its digest is used.
 */
export function parseDigestAlgorithm(node: DerNode): DigestAlgorithm | undefined {
  const fields = fieldsOf(node, 0x30);
  const id = readOid(fields.next());
  const shake = SHAKE_WITH_LENGTH[id];
  if (shake) {
    const length = fields.peek();
    return length?.id === 0x02 && readSmallInteger(length) === shake[1] ? shake[0] : undefined;
  }
  return digestByOid(id) ?? SIGNATURES[id]?.[1];
}

/** AlgorithmIdentifier of a digest, without parameters (RFC 5754, clause 2). */
export const encodeDigestAlgorithm = (digest: DigestAlgorithm): Bytes => sequence(oid(DIGEST_OIDS[digest]));

/** AlgorithmIdentifier of a signature: NULL parameters for RSA, none for the others (RFC 4055, 5758, 8410). */
export function encodeSignatureAlgorithm(algorithm: SignatureAlgorithm): Bytes {
  if (algorithm.kind === 'RSA') return sequence(oid(algorithm.oid), derNull());
  if (algorithm.kind !== 'RSA-PSS') return sequence(oid(algorithm.oid));
  const digest = sequence(oid(DIGEST_OIDS[algorithm.digest!]), derNull());
  const mask = sequence(oid(DIGEST_OIDS[algorithm.mgfDigest ?? algorithm.digest!]), derNull());
  return sequence(
    oid(OID.rsaPss),
    sequence(
      context(0, digest),
      context(1, sequence(oid(OID.mgf1), mask)),
      context(2, integer(algorithm.saltLength ?? 0)),
    ),
  );
}

/**
 * The algorithm of this kind with this digest; RSA-PSS salt has the digest's length. Throws ALGORITHM_UNSUPPORTED.
 *
 * ```ts
 * signatureAlgorithm('ECDSA', 'SHA-256'); // ecdsa-with-SHA256
 * ```
 */
export function signatureAlgorithm(
  kind: SignatureAlgorithm['kind'],
  digest: DigestAlgorithm,
): SignatureAlgorithm {
  if (kind === 'RSA-PSS') {
    return { kind, digest, mgfDigest: digest, saltLength: DIGEST_LENGTHS[digest], oid: OID.rsaPss };
  }
  for (const [id, [entryKind, entryDigest]] of Object.entries(SIGNATURES)) {
    if (entryKind === kind && entryDigest === digest) return { kind, digest, oid: id };
  }
  throw new AppError('ALGORITHM_UNSUPPORTED', { algorithm: `${kind} ${digest}` });
}

/** Length of each digest, bytes. */
export const DIGEST_LENGTHS: Record<DigestAlgorithm, number> = {
  MD5: 16,
  'SHA-1': 20,
  'RIPEMD-160': 20,
  'SHA-224': 28,
  'SHA-256': 32,
  'SHA-384': 48,
  'SHA-512': 64,
  'SHA3-224': 28,
  'SHA3-256': 32,
  'SHA3-384': 48,
  'SHA3-512': 64,
  SHAKE128: 32,
  SHAKE256: 64,
  SM3: 32,
};
