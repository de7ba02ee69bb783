import { signatureAlgorithm } from './algorithm-identifier.ts';
import type { PublicKeyKind, SignatureAlgorithm } from './algorithms.ts';

/** The signature algorithm of a key in a token, by its kind: RSA and EC P-256 with SHA-256, SM2 with SM3. */
export const SIGNATURE_OF_KEY: Partial<Record<PublicKeyKind, SignatureAlgorithm>> = {
  RSA: signatureAlgorithm('RSA', 'SHA-256'),
  EC: signatureAlgorithm('ECDSA', 'SHA-256'),
  SM2: signatureAlgorithm('SM2', 'SM3'),
};
