import { sameBytes } from '#core/bytes.ts';
import { digestNow } from '../algorithm/digest.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { CmsSigner } from './cms.ts';

/** The certificate that the SignerInfo identifies; of several, the one referenced by the signed attributes. */
export function findSignerCertificate(
  signer: Pick<CmsSigner, 'issuer' | 'serialHex' | 'keyIdentifier' | 'signed'>,
  certificates: readonly Certificate[],
): Certificate | undefined {
  const matching = certificates.filter((certificate) =>
    signer.keyIdentifier
      ? certificate.extensions.subjectKeyIdentifier !== undefined &&
        sameBytes(certificate.extensions.subjectKeyIdentifier, signer.keyIdentifier)
      : certificate.serialHex === signer.serialHex && certificate.issuer.key === signer.issuer?.key,
  );
  const reference = signer.signed.signingCertificate?.[0];
  if (matching.length < 2 || !reference?.digestAlgorithm) return matching[0];
  const { digestAlgorithm, digest } = reference;
  return matching.find((c) => sameBytes(digestNow(digestAlgorithm, c.der), digest)) ?? matching[0];
}
