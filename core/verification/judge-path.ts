/** Judges whether a certificate leads to a trust anchor, and its revocation status. Shared by PDF and OFD. */
import { type Bytes, sameBytes, toHex } from '#core/bytes.ts';
import { digestNow } from '#core/pki/algorithm/digest.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import type { PathResult, RevocationFinding } from '#core/pki/path/path-input.ts';
import { validatePath } from '#core/pki/path/validate-path.ts';
import { certificateFrom, crlFrom, ocspFrom, readable } from './parsed-evidence.ts';
import { fromPki } from './pki-problems.ts';
import type { ProblemCode } from './problems.ts';
import type { CertificateSummary, ChainStatus, RevocationSummary } from './verdict.ts';

/** What the verifier provides. All certificates, CRLs and OCSP responses are DER. */
export interface TrustOptions {
  /** The current time in epoch milliseconds. */
  time: number;
  trustAnchors?: readonly Bytes[];
  /** Intermediate certificates that may be missing in the file. */
  certificates?: readonly Bytes[];
  crls?: readonly Bytes[];
  ocsps?: readonly Bytes[];
}

export interface PathQuestion {
  certificate: Certificate;
  /** Certificates contained in the signature. */
  pool: readonly Certificate[];
  /** DER of further certificates in the file; parsed only if a path is built. */
  stored?: readonly Bytes[];
  crls: readonly Bytes[];
  ocsps: readonly Bytes[];
  /** Time in epoch milliseconds at which path and revocation status are judged. */
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

/** Summary for screens and reports: times in epoch ms; `key` as "RSA 2048", "SM2", "EC P-256"; `sha256` in hex. */
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
    sha256: digestText(certificate.der),
  };
}

/**
 * Judges the path of one certificate (RFC 5280, clause 6, with the available revocation data). Never throws, whatever
 * the certificate contains. An unknown revocation status is only a note and does not make the chain invalid.
 */
export function judgePath(question: PathQuestion, options: TrustOptions): Promise<PathJudgement> {
  if (!options.trustAnchors?.length) return Promise.resolve(withoutAnchors(question));
  const known = judged.get(options) ?? new Map<string, Promise<PathJudgement>>();
  judged.set(options, known);
  const key = keyOf(question);
  const found = known.get(key);
  if (found) return found;
  const made = judge(question, options);
  known.set(key, made);
  return made;
}

/** Cache per options: a signer of fifty signatures is judged once, provided that all inputs are identical. */
const judged = new WeakMap<TrustOptions, Map<string, Promise<PathJudgement>>>();

const digests = new WeakMap<Bytes, string>();

function digestText(bytes: Bytes): string {
  const known = digests.get(bytes);
  if (known !== undefined) return known;
  const text = toHex(digestNow('SHA-256', bytes));
  digests.set(bytes, text);
  return text;
}

function keyOf({ certificate, pool, stored, crls, ocsps, at, purpose }: PathQuestion): string {
  const bytes = [certificate.der, ...pool.map(({ der }) => der), ...(stored ?? []), ...crls, ...ocsps];
  return [purpose, at, ...bytes.map(digestText)].join(' ');
}

async function judge(question: PathQuestion, options: TrustOptions): Promise<PathJudgement> {
  const { certificate, at, purpose } = question;
  const result = await validatePath({
    certificate,
    pool: [
      ...question.pool,
      ...readable(question.stored ?? [], certificateFrom),
      ...readable(options.certificates ?? [], certificateFrom),
    ],
    anchors: readable(options.trustAnchors ?? [], certificateFrom),
    time: at,
    purpose,
    revocation: {
      crls: readable([...question.crls, ...(options.crls ?? [])], crlFrom),
      ocsps: readable([...question.ocsps, ...(options.ocsps ?? [])], ocspFrom),
      mode: 'soft',
    },
  });
  if (isNamesake(result)) return { ...withoutAnchors(question), path: [...result.path.slice(0, -1)] };
  const problems = fromPki(result.problems);
  if (result.path.length === 1 && result.status === 'trusted') problems.push(...ownDates(certificate, at));
  const finding = result.revocation[0];
  if (finding?.status === 'good' && finding.revokedAt !== undefined)
    problems.push('certificate-revoked-later');
  const chain = result.status === 'untrusted' ? 'untrusted' : result.status;
  if (chain === 'invalid' && !problems.some((problem) => DECISIVE.has(problem)))
    problems.push('chain-invalid');
  return {
    chain,
    certificates: result.path.map(summarizeCertificate),
    path: [...result.path],
    revocation: revocationOf(finding, question),
    problems: [...new Set(problems)],
  };
}

/**
 * Whether the anchor at the top only shares the name of the issuer and has another key, which the key identifier in the
 * certificate below it shows. That is a different authority, not a forged certificate.
 */
function isNamesake({ path, problems }: PathResult): boolean {
  if (!problems.includes('certificate-signature-invalid')) return false;
  const wanted = path.at(-2)?.extensions.authorityKeyIdentifier?.keyIdentifier;
  const found = path.at(-1)?.extensions.subjectKeyIdentifier;
  return wanted !== undefined && found !== undefined && !sameBytes(wanted, found);
}

/** Without trust anchors no path can be valid; returns the certificates for display, chained by name. */
function withoutAnchors({ certificate, pool, at }: PathQuestion): PathJudgement {
  const path = [certificate];
  for (let last = certificate; !last.selfIssued && path.length < 10; last = path[path.length - 1]!) {
    const issuer = pool.find((other) => other.subject.key === last.issuer.key && !path.includes(other));
    if (!issuer) break;
    path.push(issuer);
  }
  return {
    chain: 'untrusted',
    certificates: path.map(summarizeCertificate),
    path,
    revocation: { status: 'not-checked', source: null, revokedAt: null },
    problems: ['chain-untrusted', ...ownDates(certificate, at)],
  };
}

const DECISIVE: ReadonlySet<ProblemCode> = new Set([
  'chain-invalid',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-revoked',
  'certificate-key-usage',
]);

/** Validity period of a certificate. A signer that is its own trust anchor is trusted, but its dates still apply. */
function ownDates(certificate: Certificate, at: number): ProblemCode[] {
  if (at > certificate.notAfter) return ['certificate-expired'];
  return at < certificate.notBefore ? ['certificate-not-yet-valid'] : [];
}

function revocationOf(finding: RevocationFinding | undefined, question: PathQuestion): RevocationSummary {
  if (!finding) return { status: 'not-checked', source: null, revokedAt: null };
  const hasEvidence = question.crls.length + question.ocsps.length > 0;
  return {
    status: finding.status,
    source: finding.source === undefined ? null : hasEvidence ? 'file' : 'given',
    revokedAt: finding.revokedAt ?? null,
  };
}
