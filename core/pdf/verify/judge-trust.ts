/** Time and trust of a signature. Runs after its integrity and all time stamps of the document are known. */
import { judgePath, type PathJudgement } from '#core/verification/judge-path.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import { type CheckedSignature, claimedTimeOf, evidenceFor, type VerifyContext } from './check-signature.ts';
import { type CheckedTimestamp, checkTimestamp } from './check-timestamps.ts';
import { levelOf } from './level.ts';
import { readSecurityStore } from './read-security-store.ts';

/** Tolerated clock difference for times in the future, in milliseconds. */
const CLOCK_TOLERANCE = 5 * 60_000;

/** A document time stamp with the revision it belongs to. */
export interface DocumentStamp {
  checked: CheckedSignature;
  stamp: CheckedTimestamp | null;
}

/** Checks the token and chain of a document time stamp and fills in its verdict. */
export async function judgeDocumentStamp(
  context: VerifyContext,
  checked: CheckedSignature,
): Promise<DocumentStamp> {
  const { covered, verdict } = checked;
  verdict.level = null;
  if (!covered.contents || !covered.ranges) return { checked, stamp: null };
  const ranges = covered.ranges;
  const stamp = await checkTimestamp(
    'document',
    covered.contents,
    { digest: (algorithm) => context.digest(ranges, algorithm) },
    evidenceFor(context, null),
    context.options,
  );
  verdict.integrity = stamp.verified.ok && covered.problems.length === 0;
  verdict.chain = stamp.summary.chain;
  verdict.signer = stamp.summary.authority;
  verdict.signingTime = stamp.summary.time === null ? null : new Date(stamp.summary.time).toISOString();
  verdict.detail.timeProven = verdict.integrity && stamp.summary.chain === 'trusted';
  verdict.detail.timestamps = [stamp.summary];
  verdict.detail.certificates = stamp.path?.certificates ?? [];
  for (const problem of [...stamp.problems, ...(stamp.path?.problems ?? [])]) {
    if (!verdict.problems.includes(problem)) verdict.problems.push(problem);
  }
  return { checked, stamp };
}

/** Fills in signing time, chain, revocation, time stamps and level of a signature. */
export async function judgeTrust(
  context: VerifyContext,
  checked: CheckedSignature,
  documentStamps: readonly DocumentStamp[],
): Promise<void> {
  const { verdict, cms } = checked;
  const { detail } = verdict;
  const { options } = context;
  const add = (...problems: ProblemCode[]) => {
    for (const problem of problems) if (!verdict.problems.includes(problem)) verdict.problems.push(problem);
  };
  checked.claimedTime = claimedTimeOf(checked);
  const evidence = evidenceFor(context, checked);
  const stamps = await ownStamps(context, checked);
  const later = documentStamps.filter((other) => covers(other, checked) && other.stamp !== null);
  const all = [...stamps, ...later.map((other) => other.stamp!)];
  detail.timestamps = all.map((stamp) => stamp.summary);
  for (const stamp of stamps) add(...stamp.problems);
  const proofs = all.filter((stamp) => stamp.verified.ok && stamp.summary.chain === 'trusted');
  const proven = proofs.reduce<number | null>((least, { summary }) => {
    if (summary.kind === 'content' || summary.time === null) return least;
    return least === null ? summary.time : Math.min(least, summary.time);
  }, null);
  detail.timeProven = proven !== null;
  const time = proven ?? checked.claimedTime;
  verdict.signingTime = time === null ? null : new Date(time).toISOString();
  if (proven === null) add('signing-time-unproven');
  if (time !== null && time > options.time + CLOCK_TOLERANCE) add('signing-time-in-future');

  const certificate = cms?.certificate ?? null;
  if (certificate) {
    verdict.signer = certificate.subject.commonName ?? certificate.subject.text;
    const path = await pathAt(context, checked, evidence, proven);
    verdict.chain = path.chain;
    detail.certificates = path.certificates;
    detail.revocation = path.revocation;
    add(...path.problems);
  } else add('chain-unknown');
  verdict.level = levelFor(context, checked, stamps, later);
  const stated = cms?.signer?.signed.signingTime !== undefined;
  if (checked.subFilter !== 'ETSI.CAdES.detached' || stated) add('not-pades');
  if (cms?.signer?.signed.signaturePolicyId) add('policy-not-checked');
}

async function pathAt(
  { options }: VerifyContext,
  checked: CheckedSignature,
  evidence: ReturnType<typeof evidenceFor>,
  proven: number | null,
): Promise<PathJudgement> {
  const question = { certificate: checked.cms!.certificate!, ...evidence, purpose: 'signing' as const };
  const now = await judgePath({ ...question, at: proven ?? options.time }, options);
  // Without a claimed time, the signature may have been made at any time in the certificate's validity.
  const claimed = checked.claimedTime ?? question.certificate.notAfter;
  if (proven !== null || now.chain === 'untrusted') return now;
  const expired = now.problems.includes('certificate-expired');
  const revoked = now.problems.includes('certificate-revoked');
  if (!expired && !revoked) return now;
  // The certificate has expired or was revoked since, and no time stamp proves an earlier signature: valid at the
  // claimed time, but not proven (ETSI EN 319 102-1, OUT_OF_BOUNDS_NO_POE and REVOKED_NO_POE).
  const then = await judgePath({ ...question, at: Math.min(claimed, options.time) }, options);
  if (then.chain !== 'trusted') return now;
  const doubts: ProblemCode[] = revoked ? ['certificate-revoked-unproven'] : ['certificate-expired'];
  const remaining = then.problems.filter((problem) => problem !== 'certificate-revoked-later');
  return { ...then, problems: [...remaining, ...doubts] };
}

async function ownStamps(context: VerifyContext, checked: CheckedSignature): Promise<CheckedTimestamp[]> {
  const signer = checked.cms?.signer;
  if (!signer) return [];
  const evidence = evidenceFor(context, checked);
  const out: CheckedTimestamp[] = [];
  for (const token of signer.unsigned.signatureTimestamps) {
    out.push(
      await checkTimestamp('signature', token, { content: signer.signature }, evidence, context.options),
    );
  }
  const { ranges } = checked.covered;
  if (ranges) {
    for (const token of signer.signed.contentTimestamps) {
      const digest = {
        digest: (algorithm: Parameters<VerifyContext['digest']>[1]) => context.digest(ranges, algorithm),
      };
      out.push(await checkTimestamp('content', token, digest, evidence, context.options));
    }
  }
  return out;
}

/** Whether a document time stamp covers the revision that holds the signature. */
const covers = (other: DocumentStamp, checked: CheckedSignature): boolean =>
  other.checked.covered.regular &&
  other.checked.covered.end >= checked.covered.end &&
  other.checked.found.revision > checked.found.revision;

function levelFor(
  { document }: VerifyContext,
  checked: CheckedSignature,
  stamps: readonly CheckedTimestamp[],
  later: readonly DocumentStamp[],
) {
  if (!checked.cms?.signer) return null;
  const intact = later.filter((other) => other.stamp!.verified.ok);
  const stampedStores = intact
    .map((other) => readSecurityStore(document, document.at(other.checked.found.revision)))
    .filter((store) => store !== null);
  return levelOf({
    subFilter: checked.subFilter,
    namesCertificate: (checked.cms.signer.signed.signingCertificate?.length ?? 0) > 0,
    certificate: checked.cms.certificate,
    timestamped: stamps.some((s) => s.summary.kind === 'signature' && s.verified.ok) || intact.length > 0,
    store: readSecurityStore(document, document),
    stampedStores,
  });
}
