import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { parseSignatureAlgorithm } from '#core/pki/algorithm/algorithm-identifier.ts';
import type { SignatureAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { readDer } from '#core/pki/der/read-der.ts';
import { oid, sequence } from '#core/pki/der/write-der.ts';
import { sm2Verify } from '#core/sm/sm2.ts';
import { checkMethodOf } from './check-method.ts';

/** The signature algorithm for an identifier and this key; SES writers also put the OID of the key or digest there. */
export function algorithmOf(identifier: string, certificate: Certificate): SignatureAlgorithm {
  const kind = certificate.publicKey.kind;
  if (kind === 'SM2') return { kind: 'SM2', digest: 'SM3', oid: identifier };
  const algorithm = parseSignatureAlgorithm(readDer(sequence(oid(identifier))));
  if (algorithm.kind !== 'other') return algorithm;
  const digest = checkMethodOf(identifier) ?? undefined;
  return kind === 'RSA' ? { kind: 'RSA', digest, oid: identifier } : algorithm;
}

/** Whether the identifier is consistent with the key's algorithm; the value itself is verified by the key. */
export function namesKind(identifier: string, algorithm: SignatureAlgorithm): boolean {
  if (checkMethodOf(identifier) !== null) return true;
  return parseSignatureAlgorithm(readDer(sequence(oid(identifier)))).kind === algorithm.kind;
}

/** Verifies; for an RSA identifier without digest the usual ones are tried. Null if the algorithm is unknown. */
export async function verifyWithDigests(
  certificate: Certificate,
  algorithm: SignatureAlgorithm,
  message: Bytes,
  value: Bytes,
): Promise<boolean | null> {
  if (certificate.publicKey.kind === 'SM2') return sm2Verify(certificate.publicKey.keyBytes, message, value);
  const digests = algorithm.digest ? [algorithm.digest] : (['SHA-256', 'SHA-1', 'SM3'] as const);
  let known = false;
  for (const digest of digests) {
    const { ok, problems } = await verifySignature(
      certificate.publicKey,
      { ...algorithm, digest },
      message,
      value,
    );
    if (ok) return true;
    known ||= !problems.includes('signature-algorithm-unsupported');
  }
  return known ? false : null;
}

/** The certificate, or null if the bytes are not one. */
export function certificateOrNull(der: Bytes): Certificate | null {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
