/** Time stamps: on a signature value, in the signed attributes, and on the document. */
import type { Bytes } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import type { CmsContent } from '#core/pki/cms/verify-cms.ts';
import { type VerifiedTimestamp, verifyTimestampToken } from '#core/pki/tsp/verify-timestamp.ts';
import { judgePath, type PathJudgement, type TrustOptions } from '#core/verification/judge-path.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { TimestampSummary } from '#core/verification/verdict.ts';

/** Certificates and revocation data available for a signature or token. */
export interface Evidence {
  pool: Certificate[];
  /** DER of the certificates in the security store. */
  stored: readonly Bytes[];
  crls: Bytes[];
  ocsps: Bytes[];
}

export interface CheckedTimestamp {
  summary: TimestampSummary;
  verified: VerifiedTimestamp;
  path: PathJudgement | null;
  problems: ProblemCode[];
}

/** Checks one token on `data`; its certificate must be valid at the time that the token states. */
export async function checkTimestamp(
  kind: TimestampSummary['kind'],
  token: Bytes,
  data: CmsContent,
  evidence: Evidence,
  options: TrustOptions,
): Promise<CheckedTimestamp> {
  const verified = await verifyTimestampToken(token, data);
  const { certificate, info } = verified;
  const problems: ProblemCode[] = [];
  if (!verified.ok)
    problems.push(
      verified.problems.includes('timestamp-imprint-mismatch') ? 'timestamp-mismatch' : 'timestamp-broken',
    );
  let path: PathJudgement | null = null;
  if (certificate && info) {
    const pool = [...evidence.pool, ...(verified.cms?.certificates ?? [])];
    path = await judgePath(
      {
        certificate,
        pool,
        stored: evidence.stored,
        crls: evidence.crls,
        ocsps: evidence.ocsps,
        at: info.time,
        purpose: 'timestamping',
      },
      options,
    );
    if (verified.ok && path.chain !== 'trusted') problems.push('timestamp-untrusted');
  }
  return {
    verified,
    path,
    problems,
    summary: {
      kind,
      time: info?.time ?? null,
      authority: certificate ? (certificate.subject.commonName ?? certificate.subject.text) : null,
      intact: verified.ok,
      chain: path?.chain ?? 'unknown',
    },
  };
}
