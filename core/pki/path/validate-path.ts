import type { PublicKey } from '../algorithm/algorithms.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { ProblemCode } from '../problems.ts';
import { buildPaths } from './build-paths.ts';
import { type CertificateVerifier, type CheckedPath, checkPath, rememberingVerifier } from './check-path.ts';
import { checkRevocation } from './check-revocation.ts';
import type { PathInput, PathResult, RevocationFinding } from './path-input.ts';

const NOT_CHECKED: RevocationFinding = { status: 'not-checked', problems: [] };

/**
 * Builds the chains from a certificate to the given anchors and validates them (RFC 5280, clause 6): signatures, dates,
 * constraints, usage, policies, critical extensions, revocation by the given CRLs and OCSP responses. Returns the first
 * trusted chain, or else the one with the fewest problems. Never throws because of a certificate's contents.
 *
 * ```ts
 * const { status, problems } = await validatePath({ certificate, pool, anchors, time: Date.now() });
 * status; // 'trusted', 'unknown', 'invalid' or 'untrusted'
 * ```
 */
export function validatePath(input: PathInput): Promise<PathResult> {
  return validate(input, { busy: new Set(), verify: rememberingVerifier() });
}

/** Shared state: `busy` are the CRL signers whose paths are being validated, so that none vouches for itself. */
type Walk = { readonly busy: ReadonlySet<Certificate>; readonly verify: CertificateVerifier };

async function validate(input: PathInput, walk: Walk): Promise<PathResult> {
  const { certificate, pool, anchors } = input;
  const { paths, partial, tooComplex } = buildPaths(certificate, pool, anchors);
  let best: PathResult | undefined;
  for (const path of paths) {
    const result = await validateOne(path, input, walk);
    if (result.status === 'trusted') return result;
    if (!best || rank(result) < rank(best)) best = result;
  }
  if (best) return tooComplex ? { ...best, problems: [...best.problems, 'path-too-complex'] } : best;
  return untrusted(partial, input, tooComplex, walk);
}

/** Lower is better. Chains with invalid signatures rank last: they belong to another authority of the same name. */
function rank({ status, problems }: PathResult): number {
  const wrongKey = problems.includes('certificate-signature-invalid') ? 1000 : 0;
  return wrongKey + (status === 'unknown' ? 0 : 1) + problems.length * 2;
}

/** Result without an anchor: other problems are reported as if the top of the chain were one. */
async function untrusted(
  partial: readonly Certificate[],
  input: PathInput,
  tooComplex: boolean,
  walk: Walk,
): Promise<PathResult> {
  const checked = await checkPath(
    partial,
    input.time,
    input.purpose ?? 'any',
    input.policies ?? {},
    walk.verify,
  );
  const problems: ProblemCode[] = ['no-path', ...checked.problems];
  if (tooComplex) problems.push('path-too-complex');
  return {
    status: 'untrusted',
    path: partial,
    problems,
    weaknesses: checked.weaknesses,
    revocation: partial.map(() => NOT_CHECKED),
    policies: [],
  };
}

async function validateOne(path: readonly Certificate[], input: PathInput, walk: Walk): Promise<PathResult> {
  const checked = await checkPath(
    path,
    input.time,
    input.purpose ?? 'any',
    input.policies ?? {},
    walk.verify,
  );
  const base = { path, weaknesses: checked.weaknesses, policies: checked.policies };
  const unchecked = path.map(() => NOT_CHECKED);
  if (checked.problems.length > 0) {
    return { ...base, status: 'invalid', problems: checked.problems, revocation: unchecked };
  }
  const mode = input.revocation?.mode ?? 'required';
  if (mode === 'none') return { ...base, status: 'trusted', problems: [], revocation: unchecked };
  const revocation = await findRevocation(path, checked, input, walk);
  const problems = [...new Set(revocation.flatMap((finding) => finding.problems))];
  const statuses = revocation.map((finding) => finding.status);
  if (statuses.includes('revoked')) return { ...base, status: 'invalid', problems, revocation };
  const unknown = statuses.includes('unknown') && mode === 'required';
  return { ...base, status: unknown ? 'unknown' : 'trusted', problems, revocation };
}

/** Checks from the anchor down and stops at a revoked authority. */
async function findRevocation(
  path: readonly Certificate[],
  { keys }: CheckedPath,
  input: PathInput,
  walk: Walk,
): Promise<RevocationFinding[]> {
  const anchor = path.at(-1)!;
  const { crls = [], ocsps = [] } = input.revocation ?? {};
  const findings: RevocationFinding[] = path.map(() => NOT_CHECKED);
  const trusted = new Map<Certificate, Promise<PublicKey | undefined>>();
  const trustedKey = (candidate: Certificate): Promise<PublicKey | undefined> => {
    let key = trusted.get(candidate);
    if (!key) {
      key = validateCrlSigner(candidate, anchor, input, walk);
      trusted.set(candidate, key);
    }
    return key;
  };
  for (let i = path.length - 2; i >= 0; i--) {
    const certificate = path[i]!;
    if (certificate.extensions.ocspNoCheck) continue;
    const issuer = { certificate: path[i + 1]!, key: keys.get(path[i + 1]!)! };
    const context = { time: input.time, crls, issuer, candidates: [...input.pool, anchor], trustedKey };
    findings[i] = await checkRevocation(certificate, ocsps, context);
    if (findings[i]!.status === 'revoked') break;
  }
  return findings;
}

/** The signer of a CRL must chain to the same anchor as the certificate in question (clause 6.3.3 f). */
async function validateCrlSigner(
  candidate: Certificate,
  anchor: Certificate,
  input: PathInput,
  walk: Walk,
): Promise<PublicKey | undefined> {
  if (walk.busy.has(candidate)) return undefined;
  const { time, pool, revocation } = input;
  const inner: PathInput = {
    certificate: candidate,
    pool,
    anchors: [anchor],
    time,
    ...(revocation && { revocation }),
  };
  const result = await validate(inner, { ...walk, busy: new Set([...walk.busy, candidate]) });
  return result.status === 'trusted' ? candidate.publicKey : undefined;
}
