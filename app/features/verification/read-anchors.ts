import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { readCertificates } from '#core/verification/read-certificates.ts';
import type { Anchor } from './use-trust.ts';

/** Reads the certificates of a PEM or DER file; empty if it contains none. */
export async function readAnchors(file: Blob): Promise<Anchor[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return readCertificates(bytes).map((der) => {
    const { subject } = parseCertificate(der);
    return { name: subject.commonName ?? subject.text, der, added: true };
  });
}
