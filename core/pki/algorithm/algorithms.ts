import type { Bytes } from '#core/bytes.ts';

/**
 * Digest algorithms by the names used in this product. SHAKE128 and SHAKE256 have 256 and 512 bits of output, as
 * required for signatures (RFC 8702, clause 3.1).
 */
export type DigestAlgorithm =
  | 'MD5'
  | 'SHA-1'
  | 'RIPEMD-160'
  | 'SHA-224'
  | 'SHA-256'
  | 'SHA-384'
  | 'SHA-512'
  | 'SHA3-224'
  | 'SHA3-256'
  | 'SHA3-384'
  | 'SHA3-512'
  | 'SHAKE128'
  | 'SHAKE256'
  | 'SM3';

export const DIGEST_OIDS: Record<DigestAlgorithm, string> = {
  MD5: '1.2.840.113549.2.5',
  'SHA-1': '1.3.14.3.2.26',
  'RIPEMD-160': '1.3.36.3.2.1',
  'SHA-224': '2.16.840.1.101.3.4.2.4',
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
  'SHA3-224': '2.16.840.1.101.3.4.2.7',
  'SHA3-256': '2.16.840.1.101.3.4.2.8',
  'SHA3-384': '2.16.840.1.101.3.4.2.9',
  'SHA3-512': '2.16.840.1.101.3.4.2.10',
  SHAKE128: '2.16.840.1.101.3.4.2.11',
  SHAKE256: '2.16.840.1.101.3.4.2.12',
  SM3: '1.2.156.10197.1.401',
};

/** Broken for signatures: accepted in verification, but always reported as problem `digest-weak`. */
export const WEAK_DIGESTS: ReadonlySet<DigestAlgorithm> = new Set(['MD5', 'SHA-1', 'RIPEMD-160'] as const);

/**
 * Signature scheme. `RSA` is PKCS#1 v1.5, `RSA-PSS` with MGF1; `other` is unknown.
 * ECDSA, DSA and SM2 values are DER SEQUENCE { r, s }.
 */
export type SignatureAlgorithm = {
  readonly kind: 'RSA' | 'RSA-PSS' | 'ECDSA' | 'SM2' | 'Ed25519' | 'Ed448' | 'DSA' | 'other';
  /** Undefined if the algorithm does not name one (plain rsaEncryption in CMS, Ed25519, Ed448). */
  readonly digest?: DigestAlgorithm | undefined;
  /** RSA-PSS: salt length in bytes, and the digest of MGF1, or the SHAKE used directly as mask (RFC 8702). */
  readonly saltLength?: number;
  readonly mgfDigest?: DigestAlgorithm;
  /** The OID as found, or as it is to be written. */
  readonly oid: string;
};

export type PublicKeyKind = 'RSA' | 'EC' | 'SM2' | 'Ed25519' | 'Ed448' | 'DSA' | 'other';
export type CurveName =
  | 'P-256'
  | 'P-384'
  | 'P-521'
  | 'brainpoolP256r1'
  | 'brainpoolP384r1'
  | 'brainpoolP512r1'
  | 'SM2';

/** A public key, as parsed from a SubjectPublicKeyInfo. */
export type PublicKey = {
  readonly kind: PublicKeyKind;
  /** The whole SubjectPublicKeyInfo. */
  readonly spki: Bytes;
  /** Content of the BIT STRING: the RSAPublicKey, the point, the DSA value. */
  readonly keyBytes: Bytes;
  readonly algorithmOid: string;
  /** Size of the modulus or of the curve's field, bits; 0 if the key is broken or unknown. */
  readonly bits: number;
  readonly curve?: CurveName | undefined;
  /** OID of the curve, known or not. */
  readonly curveOid?: string | undefined;
  readonly rsa?: { readonly modulus: bigint; readonly exponent: bigint };
  readonly dsa?: DsaParameters | undefined;
};

export type DsaParameters = { readonly p: bigint; readonly q: bigint; readonly g: bigint };
