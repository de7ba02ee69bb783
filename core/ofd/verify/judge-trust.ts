import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { verifyTimestampToken } from '#core/pki/tsp/verify-timestamp.ts';
import { judgePath, type TrustOptions } from '#core/verification/judge-path.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type {
  CertificateSummary,
  ChainStatus,
  RevocationSummary,
  TimestampSummary,
} from '#core/verification/verdict.ts';
import { certificateOrNull } from './check-value.ts';
import type { Seal } from './ses.ts';
import type { ValueJudgement } from './value-judgement.ts';

export type TrustJudgement = {
  chain: ChainStatus;
  /** Epoch ms: proven if `timeProven`, else claimed; null if unknown. */
  time: number | null;
  timeProven: boolean;
  timestamps: TimestampSummary[];
  certificates: CertificateSummary[];
  revocation: RevocationSummary;
  problems: ProblemCode[];
};

const NOT_CHECKED: RevocationSummary = { status: 'not-checked', source: null, revokedAt: null };

/** Judges signing time, certificates of signer and seal maker, and the seal's validity then. `claimed` in epoch ms. */
export async function judgeTrust(
  value: ValueJudgement,
  claimed: number | null,
  options: TrustOptions,
): Promise<TrustJudgement> {
  const supplied = (options.certificates ?? []).map(certificateOrNull).filter((c) => c !== null);
  const pool = [...value.pool, ...supplied, ...(value.sealMaker ? [value.sealMaker] : [])];
  const stamp = await judgeTimestamp(value, pool, options);
  const proven = stamp.time;
  const time = proven ?? claimed;
  const out: TrustJudgement = {
    chain: 'unknown',
    time,
    timeProven: proven !== null,
    timestamps: stamp.timestamps,
    certificates: [],
    revocation: NOT_CHECKED,
    problems: [...stamp.problems],
  };
  if (proven === null) out.problems.push('signing-time-unproven');
  if (time !== null && time > options.time + CLOCK_TOLERANCE) out.problems.push('signing-time-in-future');
  if (value.certificate) {
    const path = await judgePath(
      {
        certificate: value.certificate,
        pool,
        crls: [],
        ocsps: [],
        at: time ?? options.time,
        purpose: 'signing',
      },
      options,
    );
    out.chain = path.chain;
    out.certificates = path.certificates;
    out.revocation = path.revocation;
    out.problems.push(...path.problems);
  } else out.problems.push('chain-unknown');
  if (value.seal)
    out.problems.push(...(await judgeSealTrust(value.seal, value.sealMaker, pool, time, options)));
  return out;
}

/** Tolerated lead of the signer's clock, ms. */
const CLOCK_TOLERANCE = 5 * 60_000;

async function judgeTimestamp(
  { timestamp }: ValueJudgement,
  pool: Certificate[],
  options: TrustOptions,
): Promise<{ time: number | null; timestamps: TimestampSummary[]; problems: ProblemCode[] }> {
  if (!timestamp) return { time: null, timestamps: [], problems: [] };
  const verified = await verifyTimestampToken(timestamp.token, { content: timestamp.stamped });
  const summary: TimestampSummary = {
    kind: 'signature',
    time: verified.info?.time ?? null,
    authority: verified.certificate?.subject.commonName ?? verified.certificate?.subject.text ?? null,
    intact: verified.ok,
    chain: 'unknown',
  };
  if (!verified.ok || !verified.certificate || !verified.info) {
    const mismatch = verified.problems.includes('timestamp-imprint-mismatch');
    return {
      time: null,
      timestamps: [summary],
      problems: [mismatch ? 'timestamp-mismatch' : 'timestamp-broken'],
    };
  }
  const path = await judgePath(
    {
      certificate: verified.certificate,
      pool: [...pool, ...(verified.cms?.certificates ?? [])],
      crls: verified.cms?.crls ?? [],
      ocsps: verified.cms?.ocsps ?? [],
      at: verified.info.time,
      purpose: 'timestamping',
    },
    options,
  );
  summary.chain = path.chain;
  if (summary.chain !== 'trusted')
    return { time: null, timestamps: [summary], problems: ['timestamp-untrusted'] };
  return { time: verified.info.time, timestamps: [summary], problems: [] };
}

/** The seal's validity at the time of signing, and whether its maker is trusted. */
async function judgeSealTrust(
  seal: Seal,
  maker: Certificate | null,
  pool: Certificate[],
  time: number | null,
  options: TrustOptions,
): Promise<ProblemCode[]> {
  const problems: ProblemCode[] = [];
  const at = time ?? options.time;
  if ((seal.validFrom !== null && at < seal.validFrom) || (seal.validTo !== null && at > seal.validTo))
    problems.push('ofd-seal-expired');
  if (maker) {
    const path = await judgePath(
      { certificate: maker, pool, crls: [], ocsps: [], at: seal.created ?? at, purpose: 'signing' },
      options,
    );
    if (path.chain !== 'trusted') problems.push('ofd-seal-maker-untrusted');
  }
  return problems;
}
