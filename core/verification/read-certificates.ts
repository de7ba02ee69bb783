/** Reads certificates from an uploaded file: PEM with any number of them, or a single DER certificate. */
import type { Bytes } from '#core/bytes.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { fromPem } from '#core/pki/certificate/pem.ts';

/**
 * DER of each certificate that can be parsed; empty if there is none.
 *
 * ```ts
 * const trustAnchors = readCertificates(await file.bytes());
 * ```
 */
export function readCertificates(bytes: Bytes): Bytes[] {
  if (isCertificate(bytes)) return [bytes];
  const text = new TextDecoder('latin1').decode(bytes);
  if (!text.includes('-----BEGIN')) return [];
  return ['CERTIFICATE', 'TRUSTED CERTIFICATE', 'X509 CERTIFICATE']
    .flatMap((label) => fromPem(label, text))
    .filter(isCertificate);
}

function isCertificate(der: Bytes): boolean {
  try {
    parseCertificate(der);
    return true;
  } catch {
    return false;
  }
}
