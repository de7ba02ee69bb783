import { sameBytes } from '#core/bytes.ts';
import type { PublicKey } from '../algorithm/algorithms.ts';
import { verifySignature } from '../algorithm/verify-signature.ts';
import type { Certificate, DistributionPoint, RevocationReason } from '../certificate/certificate.ts';
import type { Crl, RevokedEntry } from '../crl/crl.ts';
import type { ProblemCode } from '../problems.ts';
import { ALL_REASONS, isInScope, reasonsOf, sameScope } from './crl-scope.ts';
import type { RevocationFinding } from './path-input.ts';

/** A certificate whose key may sign CRLs, with that key (including inherited DSA parameters). */
export type KeyHolder = { readonly certificate: Certificate; readonly key: PublicKey };

export type CrlContext = {
  readonly time: number;
  readonly crls: readonly Crl[];
  /** The issuer of the certificate in question, and all other possible CRL signers. */
  readonly issuer: KeyHolder;
  readonly candidates: readonly Certificate[];
  /** The key of a candidate whose own path is valid; undefined if it is not, or if it is being validated already. */
  readonly trustedKey: (candidate: Certificate) => Promise<PublicKey | undefined>;
};

/** Revocation status of `certificate` according to the given CRLs (RFC 5280, clause 6.3.3). */
export async function checkCrls(certificate: Certificate, context: CrlContext): Promise<RevocationFinding> {
  const problems = new Set<ProblemCode>();
  const covered = new Set<RevocationReason>();
  let found: CrlMatch | undefined;
  for (const point of pointsOf(certificate)) {
    for (const crl of context.crls) {
      if (crl.deltaBase !== undefined || !isInScope(crl, point, certificate)) continue;
      const reasons = reasonsOf(crl, point);
      if (reasons.every((reason) => covered.has(reason))) continue;
      const signer = await findSigner(crl, point, certificate, context, problems);
      if (!signer) continue;
      const entry = await lookUp(crl, certificate, signer, context);
      if (entry && entry.revokedAt <= context.time) return revoked(entry, crl);
      for (const reason of reasons) covered.add(reason);
      found = { crl, later: entry ?? found?.later };
      if (covered.size === ALL_REASONS.length) return good(found);
    }
  }
  return { status: 'unknown', problems: problems.size > 0 ? [...problems] : ['revocation-unknown'] };
}

type CrlMatch = { crl: Crl; later: RevokedEntry | undefined };

function revoked(entry: RevokedEntry, crl: Crl): RevocationFinding {
  return {
    status: 'revoked',
    source: 'crl',
    revokedAt: entry.revokedAt,
    reason: entry.reason,
    thisUpdate: crl.thisUpdate,
    problems: [entry.reason === 'certificateHold' ? 'revocation-on-hold' : 'revoked'],
  };
}

function good({ crl, later }: CrlMatch): RevocationFinding {
  const base = { status: 'good', source: 'crl', thisUpdate: crl.thisUpdate, problems: [] } as const;
  return later ? { ...base, revokedAt: later.revokedAt, reason: later.reason } : base;
}

/** The distribution points, and finally any CRL of the issuer that none of them names. */
function pointsOf(certificate: Certificate): DistributionPoint[] {
  const rest: DistributionPoint = {
    name: { kind: 'full', names: [{ kind: 'directory', value: certificate.issuer }] },
    reasons: undefined,
    crlIssuer: undefined,
  };
  return [...(certificate.extensions.crlDistributionPoints ?? []), rest];
}

/** The authorised signer of a current, fully understood CRL; otherwise undefined, with the reason in `problems`. */
async function findSigner(
  crl: Crl,
  point: DistributionPoint,
  certificate: Certificate,
  context: CrlContext,
  problems: Set<ProblemCode>,
): Promise<KeyHolder | undefined> {
  if (!isInTime(crl, certificate, context.time)) problems.add('revocation-stale');
  else if (crl.unknownCriticalExtensions.length > 0) problems.add('crl-unknown-critical-extension');
  else {
    const signer = await signerOf(crl, context, problems, point.crlIssuer ? certificate : undefined);
    if (signer) return signer;
  }
  return undefined;
}

/** Current until its next update; a later CRL counts as well while it still has to list the certificate. */
function isInTime(crl: Crl, certificate: Certificate, time: number): boolean {
  if (crl.nextUpdate !== undefined && crl.nextUpdate < time) return false;
  return crl.thisUpdate <= Math.max(time, certificate.notAfter);
}

/**
 * `itself` is the certificate in question if its issuer named another CRL signer. It may be that signer itself, which
 * its issuer then allows to state its own status (case 4.14.30 of the NIST suite).
 */
async function signerOf(
  crl: Crl,
  context: CrlContext,
  problems: Set<ProblemCode>,
  itself: Certificate | undefined,
): Promise<KeyHolder | undefined> {
  const { issuer, candidates } = context;
  if (mayBe(crl, issuer.certificate) && (await isSignedBy(crl, issuer.key))) {
    if (maySignCrls(issuer.certificate)) return issuer;
    problems.add('crl-issuer-not-allowed');
  }
  let known = mayBe(crl, issuer.certificate);
  for (const certificate of candidates) {
    if (!mayBe(crl, certificate) || sameBytes(certificate.der, issuer.certificate.der)) continue;
    known = true;
    const key = { ...certificate.publicKey, dsa: certificate.publicKey.dsa ?? issuer.key.dsa };
    if (!(await isSignedBy(crl, key))) continue;
    if (maySignCrls(certificate)) {
      const own = itself !== undefined && sameBytes(itself.der, certificate.der);
      const trusted = own ? key : await context.trustedKey(certificate);
      if (trusted) return { certificate, key: trusted };
    }
    problems.add('crl-issuer-not-allowed');
  }
  if (!problems.has('crl-issuer-not-allowed'))
    problems.add(known ? 'crl-signature-invalid' : 'crl-issuer-not-allowed');
  return undefined;
}

function mayBe(crl: Crl, certificate: Certificate): boolean {
  if (certificate.subject.key !== crl.issuer.key) return false;
  const { subjectKeyIdentifier: own } = certificate.extensions;
  const named = crl.authorityKeyIdentifier;
  return !own || !named || sameBytes(own, named);
}

const maySignCrls = ({ extensions }: Certificate): boolean => extensions.keyUsage?.has('cRLSign') ?? true;

async function isSignedBy(crl: Crl, key: PublicKey): Promise<boolean> {
  return (await verifySignature(key, crl.signatureAlgorithm, crl.tbs, crl.signature)).ok;
}

/** The certificate's entry, after applying the delta CRL of the complete one (clause 6.3.3 c, h to k). */
async function lookUp(
  crl: Crl,
  certificate: Certificate,
  signer: KeyHolder,
  context: CrlContext,
): Promise<RevokedEntry | undefined> {
  const entry = entryOf(crl, certificate);
  const delta = await deltaOf(crl, certificate, signer, context);
  const change = delta && entryOf(delta, certificate);
  if (!change) return entry;
  return change.reason === 'removeFromCRL' ? undefined : change;
}

function entryOf(crl: Crl, certificate: Certificate): RevokedEntry | undefined {
  const { serialHex, issuer } = certificate;
  return crl.entries.find((entry) => entry.serialHex === serialHex && entry.issuerKey === issuer.key);
}

async function deltaOf(
  crl: Crl,
  certificate: Certificate,
  signer: KeyHolder,
  context: CrlContext,
): Promise<Crl | undefined> {
  if (crl.number === undefined) return undefined;
  let newest: Crl | undefined;
  for (const delta of context.crls) {
    if (delta.deltaBase === undefined || delta.number === undefined) continue;
    if (delta.deltaBase > crl.number || delta.number < crl.number) continue;
    if (newest && newest.number! >= delta.number) continue;
    const fits =
      delta.issuer.key === crl.issuer.key && sameScope(delta, crl) && mayBe(delta, signer.certificate);
    if (!fits || !isInTime(delta, certificate, context.time) || delta.unknownCriticalExtensions.length > 0)
      continue;
    if (await isSignedBy(delta, signer.key)) newest = delta;
  }
  return newest;
}
