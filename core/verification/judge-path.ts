/** Whether a certificate leads to a trust anchor, and what is known of its revocation. Shared by PDF and OFD. */
import { type Bytes, sameBytes, toHex } from '#core/bytes.ts';
import { digestNow } from '#core/pki/algorithm/digest.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import type { ProblemCode } from './problems.ts';
import type { CertificateSummary, ChainStatus, RevocationSummary } from './verdict.ts';

/** What the person who verifies brings along. All certificates and lists are DER. */
export interface TrustOptions {
  /** Now, epoch milliseconds. */
  time: number;
  trustAnchors?: readonly Bytes[];
  /** Intermediate certificates that the file may lack. */
  certificates?: readonly Bytes[];
  crls?: readonly Bytes[];
  ocsps?: readonly Bytes[];
}

export interface PathQuestion {
  certificate: Certificate;
  /** Certificates found in the file. */
  pool: readonly Certificate[];
  crls: readonly Bytes[];
  ocsps: readonly Bytes[];
  /** Epoch milliseconds at which everything has to hold. */
  at: number;
  purpose: 'signing' | 'timestamping';
}

export interface PathJudgement {
  chain: ChainStatus;
  certificates: CertificateSummary[];
  path: Certificate[];
  revocation: RevocationSummary;
  problems: ProblemCode[];
}

export function summarizeCertificate(certificate: Certificate): CertificateSummary {
  const { publicKey } = certificate;
  const curve = publicKey.curve && publicKey.curve !== 'SM2' ? ` ${publicKey.curve}` : '';
  return {
    subject: certificate.subject.text,
    commonName: certificate.subject.commonName ?? null,
    issuer: certificate.issuer.text,
    serialHex: certificate.serialHex,
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
    key: publicKey.kind === 'RSA' ? `RSA ${publicKey.bits}` : `${publicKey.kind}${curve}`,
    sha256: toHex(digestNow('SHA-256', certificate.der)),
  };
}

/** Judges the path of one certificate. Never throws for what a certificate says. */
export async function judgePath(question: PathQuestion, options: TrustOptions): Promise<PathJudgement> {
  const { certificate, at } = question;
  const anchors = options.trustAnchors ?? [];
  const problems: ProblemCode[] = [];
  const own = anchors.some((der) => sameBytes(der, certificate.der));
  if (own) {
    if (at > certificate.notAfter) problems.push('certificate-expired');
    if (at < certificate.notBefore) problems.push('certificate-not-yet-valid');
  } else problems.push('chain-untrusted');
  return {
    chain: own ? (problems.includes('certificate-not-yet-valid') ? 'invalid' : 'trusted') : 'untrusted',
    certificates: [summarizeCertificate(certificate)],
    path: [certificate],
    revocation: { status: 'not-checked', source: null, revokedAt: null },
    problems,
  };
}
