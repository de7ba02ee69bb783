import { DIGEST_OIDS, type DigestAlgorithm } from '#core/pki/algorithm/algorithms.ts';

/** Names of digests that files use besides their OIDs; compared ignoring case, hyphens and underscores. */
const NAMES: Record<string, DigestAlgorithm> = {
  MD5: 'MD5',
  SHA1: 'SHA-1',
  SHA: 'SHA-1',
  SHA224: 'SHA-224',
  SHA256: 'SHA-256',
  SHA384: 'SHA-384',
  SHA512: 'SHA-512',
  SM3: 'SM3',
  // GM/T 0006 has SM3 "without key" and "with key"; writers use both for the plain digest.
  '1.2.156.10197.1.401.1': 'SM3',
  '1.2.156.10197.1.401.2': 'SM3',
  // Signature algorithms: their digest applies.
  '1.2.156.10197.1.501': 'SM3',
  '1.2.840.113549.1.1.4': 'MD5',
  '1.2.840.113549.1.1.5': 'SHA-1',
  '1.2.840.113549.1.1.11': 'SHA-256',
};

const BY_OID = new Map(Object.entries(DIGEST_OIDS).map(([name, id]) => [id, name as DigestAlgorithm]));

/** The digest for a name or OID (GB/T 33190-2016, 18.2.2, and what files use instead). */
export function checkMethodOf(text: string): DigestAlgorithm | null {
  const plain = text.trim();
  return BY_OID.get(plain) ?? NAMES[plain] ?? NAMES[plain.toUpperCase().replace(/[-_ ]/g, '')] ?? null;
}
