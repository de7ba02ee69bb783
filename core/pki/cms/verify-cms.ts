import { type Bytes, sameBytes } from '#core/bytes.ts';
import { type DigestAlgorithm, WEAK_DIGESTS } from '../algorithm/algorithms.ts';
import { digestNow, digestOf } from '../algorithm/digest.ts';
import {
  type SignatureVerdict,
  verifySignature,
  verifySignatureOfDigest,
} from '../algorithm/verify-signature.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { ProblemCode } from '../problems.ts';
import type { CmsSigner, ParsedCms } from './cms.ts';
import { findSignerCertificate } from './find-signer-certificate.ts';

/**
 * The content expected to be signed, or a function that returns its digest (for a PDF: over the byte ranges, as a
 * stream). Without either, the embedded content is used.
 */
export type CmsContent =
  | { readonly content: Bytes }
  | { readonly digest: (algorithm: DigestAlgorithm) => Promise<Bytes>; readonly content?: undefined };

/** Result for one signer. `problems` gives the reasons, and also weaknesses of a valid signature. */
export type VerifiedSigner = {
  readonly signer: CmsSigner;
  readonly certificate: Certificate | undefined;
  /** Whether the message digest matches the content. */
  readonly messageDigestOk: boolean;
  /** Whether the value is the certificate key's signature of the signed attributes (or of the content directly). */
  readonly signatureOk: boolean;
  /** Whether the signed attributes reference the certificate; undefined if they reference none. */
  readonly signingCertificateOk: boolean | undefined;
  /** Digest of the content, as compared with the message digest. */
  readonly contentDigest: Bytes | undefined;
  readonly problems: readonly ProblemCode[];
};

export type VerifiedCms = {
  readonly signers: readonly VerifiedSigner[];
  readonly problems: readonly ProblemCode[];
};

/**
 * Verifies every signer of a message against the content (RFC 5652, clause 5.6). Does not establish trust; use
 * `validatePath` on `certificate` for that. Never throws for malformed messages. `certificates` are further candidates
 * for signer certificates that the message lacks.
 *
 * ```ts
 * const { signers } = await verifyCms(parseCms(cms), { content: bytes });
 * const isIntact = signers.every(({ problems }) => problems.length === 0);
 * ```
 */
export async function verifyCms(
  parsed: ParsedCms,
  content?: CmsContent,
  certificates: readonly Certificate[] = [],
): Promise<VerifiedCms> {
  const problems: ProblemCode[] = [];
  if (parsed.signers.length === 0) problems.push('no-signer');
  if (parsed.trailing.length > 0 && !parsed.trailing.allZero) problems.push('trailing-bytes');
  if (parsed.brokenCertificates > 0) problems.push('certificate-broken');
  const source = content ?? (parsed.content ? { content: parsed.content } : undefined);
  const digests = new Map<DigestAlgorithm, Promise<Bytes>>();
  const digestFor = (algorithm: DigestAlgorithm): Promise<Bytes> | undefined => {
    const known = digests.get(algorithm);
    if (known || !source) return known;
    const made = digestOfContent(source, algorithm);
    digests.set(algorithm, made);
    return made;
  };
  const signers: VerifiedSigner[] = [];
  for (const found of parsed.signers) {
    const signer = { ...found, certificate: found.certificate ?? findSignerCertificate(found, certificates) };
    signers.push(await verifySigner(parsed, signer, source?.content, digestFor));
  }
  return { signers, problems };
}

/** The digest of the content, computed here or by the source's function. */
export const digestOfContent = (source: CmsContent, algorithm: DigestAlgorithm): Promise<Bytes> =>
  source.content === undefined ? source.digest(algorithm) : digestOf(algorithm, source.content);

type DigestFor = (algorithm: DigestAlgorithm) => Promise<Bytes> | undefined;

async function verifySigner(
  parsed: ParsedCms,
  signer: CmsSigner,
  content: Bytes | undefined,
  digestFor: DigestFor,
): Promise<VerifiedSigner> {
  const problems = new Set<ProblemCode>(signer.problems);
  const contentDigest = signer.digestAlgorithm && (await digestFor(signer.digestAlgorithm));
  if (!signer.digestAlgorithm) problems.add('digest-unsupported');
  else if (!contentDigest) problems.add('content-missing');
  else if (WEAK_DIGESTS.has(signer.digestAlgorithm)) problems.add('digest-weak');
  const { certificate } = signer;
  if (!certificate) problems.add('signer-certificate-missing');
  const verdict = certificate ? await verifyValue(signer, certificate, content, contentDigest) : undefined;
  for (const problem of verdict?.problems ?? []) problems.add(problem);
  const signatureOk = verdict?.ok ?? false;
  const messageDigestOk = signer.signedAttributesDer
    ? checkMessageDigest(parsed, signer, contentDigest, problems)
    : signatureOk;
  if (!signer.signedAttributesDer) problems.add('signed-attributes-missing');
  const signingCertificateOk = checkSigningCertificate(signer, problems);
  checkAlgorithms(signer, problems);
  return {
    signer,
    certificate,
    messageDigestOk,
    signatureOk,
    signingCertificateOk,
    contentDigest,
    problems: [...problems],
  };
}

async function verifyValue(
  signer: CmsSigner,
  { publicKey }: Certificate,
  content: Bytes | undefined,
  contentDigest: Bytes | undefined,
): Promise<SignatureVerdict> {
  const { signatureAlgorithm: algorithm, signature, signedAttributesDer } = signer;
  if (signedAttributesDer) return verifySignature(publicKey, algorithm, signedAttributesDer, signature);
  if (content) return verifySignature(publicKey, algorithm, content, signature);
  if (!contentDigest || algorithm.digest !== signer.digestAlgorithm)
    return { ok: false, problems: ['content-missing'] };
  return verifySignatureOfDigest(publicKey, algorithm, contentDigest, signature);
}

function checkMessageDigest(
  parsed: ParsedCms,
  { signed }: CmsSigner,
  contentDigest: Bytes | undefined,
  problems: Set<ProblemCode>,
): boolean {
  if (!signed.contentType) problems.add('content-type-missing');
  else if (signed.contentType !== parsed.contentType) problems.add('content-type-mismatch');
  if (!signed.messageDigest) {
    problems.add('message-digest-missing');
    return false;
  }
  if (!contentDigest) return false;
  if (sameBytes(signed.messageDigest, contentDigest)) return true;
  problems.add('message-digest-mismatch');
  return false;
}

function checkSigningCertificate(
  { signed, certificate }: CmsSigner,
  problems: Set<ProblemCode>,
): boolean | undefined {
  const reference = signed.signingCertificate?.[0];
  if (!reference) {
    problems.add('signing-certificate-missing');
    return undefined;
  }
  if (!certificate) return undefined;
  const { digestAlgorithm, digest, issuer, serialHex } = reference;
  if (digestAlgorithm === undefined) {
    problems.add('digest-unsupported');
    return undefined;
  }
  const ok =
    sameBytes(digestNow(digestAlgorithm, certificate.der), digest) &&
    (serialHex === undefined || serialHex === certificate.serialHex) &&
    (issuer === undefined || issuer.key === certificate.issuer.key);
  if (!ok) problems.add('signing-certificate-mismatch');
  return ok;
}

function checkAlgorithms(signer: CmsSigner, problems: Set<ProblemCode>): void {
  const { digest, kind } = signer.signatureAlgorithm;
  if (digest && signer.digestAlgorithm && digest !== signer.digestAlgorithm && kind !== 'SM2') {
    problems.add('signature-algorithm-mismatch');
  }
  const named = signer.signed.algorithmProtection;
  if (!named) return;
  const signatureAgrees =
    named.signatureOid === undefined || named.signatureOid === signer.signatureAlgorithm.oid;
  if (named.digestOid !== signer.digestOid || !signatureAgrees) problems.add('algorithm-protection-mismatch');
}
