import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { CertificateSummary, ChainStatus, RevocationSummary } from '#core/verification/verdict.ts';
import type { OfdVerifyOptions } from './verify-ofd.ts';

export type PathJudgement = {
  chain: ChainStatus;
  certificates: CertificateSummary[];
  revocation: RevocationSummary;
  problems: ProblemCode[];
};

/** Looks for a path from `certificate` to a trust anchor that holds at `time` (epoch ms). */
export async function judgePath(
  certificate: Certificate,
  _pool: readonly Certificate[],
  time: number,
  _options: OfdVerifyOptions,
): Promise<PathJudgement> {
  const problems: ProblemCode[] = [];
  if (time > certificate.notAfter) problems.push('certificate-expired');
  if (time < certificate.notBefore) problems.push('certificate-not-yet-valid');
  return {
    chain: 'untrusted',
    certificates: [summarise(certificate)],
    revocation: { status: 'not-checked', source: null, revokedAt: null },
    problems: [...problems, 'chain-untrusted'],
  };
}

function summarise(certificate: Certificate): CertificateSummary {
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
    sha256: toHex(sha256(certificate.der)),
  };
}
