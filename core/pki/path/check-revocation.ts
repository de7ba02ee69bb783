import { DAY_MS } from '#core/time.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { OcspResponse } from '../ocsp/ocsp.ts';
import { verifyOcspResponse } from '../ocsp/verify-ocsp-response.ts';
import type { ProblemCode } from '../problems.ts';
import { type CrlContext, checkCrls } from './check-crls.ts';
import type { RevocationFinding } from './path-input.ts';

/** Validity of an OCSP response without next update, ms: newer information is always available then (RFC 6960, 2.4). */
const OPEN_ANSWER = DAY_MS;

/** Combines OCSP responses and CRLs for one certificate: revoked if any says so, else good if any says so. */
export async function checkRevocation(
  certificate: Certificate,
  ocsps: readonly OcspResponse[],
  context: CrlContext,
): Promise<RevocationFinding> {
  const answer = await checkOcsps(certificate, ocsps, context);
  if (answer?.status === 'revoked') return answer;
  const listed = await checkCrls(certificate, context);
  if (listed.status === 'revoked' || answer?.status !== 'good') return withProblems(listed, answer);
  return answer;
}

function withProblems(finding: RevocationFinding, other: RevocationFinding | undefined): RevocationFinding {
  if (finding.status !== 'unknown' || !other) return finding;
  return { ...finding, problems: [...new Set([...other.problems, ...finding.problems])] };
}

async function checkOcsps(
  certificate: Certificate,
  ocsps: readonly OcspResponse[],
  { issuer, time }: CrlContext,
): Promise<RevocationFinding | undefined> {
  const problems = new Set<ProblemCode>();
  let good: RevocationFinding | undefined;
  for (const ocsp of ocsps) {
    const question = { serialHex: certificate.serialHex, issuer: issuer.certificate };
    const verified = await verifyOcspResponse(ocsp, question);
    const { status, response } = verified;
    if (verified.problems.includes('ocsp-other-certificate')) continue;
    if (!verified.ok || !status || !response) {
      for (const problem of verified.problems) problems.add(problem);
      continue;
    }
    const until = response.nextUpdate ?? response.thisUpdate + OPEN_ANSWER;
    if (until < time || response.thisUpdate > Math.max(time, certificate.notAfter)) {
      problems.add('revocation-stale');
      continue;
    }
    const base = { source: 'ocsp', thisUpdate: response.thisUpdate } as const;
    if (status.kind === 'revoked') {
      const { revokedAt, reason } = status;
      const problem = reason === 'certificateHold' ? 'revocation-on-hold' : 'revoked';
      if (revokedAt <= time) return { ...base, status: 'revoked', revokedAt, reason, problems: [problem] };
      good ??= { ...base, status: 'good', revokedAt, reason, problems: [] };
    }
    if (status.kind === 'good') good ??= { ...base, status: 'good', problems: [] };
    if (status.kind === 'unknown') problems.add('revocation-unknown');
  }
  if (good) return good;
  return problems.size > 0 ? { status: 'unknown', problems: [...problems] } : undefined;
}
