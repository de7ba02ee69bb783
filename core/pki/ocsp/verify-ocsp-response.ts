import { type Bytes, sameBytes } from '#core/bytes.ts';
import { digestNow } from '../algorithm/digest.ts';
import { verifySignature } from '../algorithm/verify-signature.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { octetString } from '../der/write-der.ts';
import { OID } from '../oids.ts';
import type { ProblemCode } from '../problems.ts';
import { isIssuedBy } from './cert-id.ts';
import type { BasicOcspResponse, OcspResponse, OcspStatus, SingleResponse } from './ocsp.ts';

export type OcspQuestion = {
  /** The certificate in question, and the one that issued it. */
  readonly serialHex: string;
  readonly issuer: Certificate;
  /** Epoch ms at which the response has to be current; if undefined, its age is not checked. */
  readonly time?: number;
  /** The nonce of the request (without its OCTET STRING). */
  readonly nonce?: Bytes;
  /** Tolerated clock difference, ms; five minutes by default. */
  readonly clockSkew?: number;
};

export type VerifiedOcsp = {
  /** Whether the response is reliable: signed by an authorised responder, for this certificate, and current. */
  readonly ok: boolean;
  readonly status: OcspStatus | undefined;
  readonly response: SingleResponse | undefined;
  readonly producedAt: number | undefined;
  /** The signer: the issuer, or a delegated responder. */
  readonly responder: Certificate | undefined;
  readonly problems: readonly ProblemCode[];
};

/** Verifies a response (RFC 6960, clause 3.2). Never throws for malformed input. */
export async function verifyOcspResponse(
  response: OcspResponse,
  question: OcspQuestion,
): Promise<VerifiedOcsp> {
  const { basic } = response;
  if (!basic) return failed('ocsp-not-successful');
  const problems = new Set<ProblemCode>();
  const found = basic.responses.find(
    (r) => r.certId.serialHex === question.serialHex && isIssuedBy(r.certId, question.issuer),
  );
  if (!found) return failed('ocsp-other-certificate');
  if (basic.unknownCriticalExtensions.length > 0) problems.add('unknown-critical-extension');
  const candidates = await respondersOf(basic, question.issuer);
  const signed = await signerAmong(candidates, basic);
  const responder = signed?.responder ?? candidates[0];
  if (!responder) return failed('ocsp-responder-not-allowed');
  if (!signed) problems.add('ocsp-signature-invalid');
  if (!isInTime(basic.producedAt, responder.notBefore, responder.notAfter))
    problems.add('ocsp-responder-not-allowed');
  if (question.nonce && !nonceMatches(basic.nonce, question.nonce)) problems.add('ocsp-nonce-mismatch');
  if (!isFresh(found, question)) problems.add('revocation-stale');
  const ok = problems.size === 0;
  return {
    ok,
    status: found.status,
    response: found,
    producedAt: basic.producedAt,
    responder,
    problems: [...problems, ...(signed?.weaknesses ?? [])],
  };
}

function failed(problem: ProblemCode): VerifiedOcsp {
  return {
    ok: false,
    status: undefined,
    response: undefined,
    producedAt: undefined,
    responder: undefined,
    problems: [problem],
  };
}

const isInTime = (time: number, from: number, until: number): boolean => time >= from && time <= until;

function isFresh(
  { thisUpdate, nextUpdate }: SingleResponse,
  { time, clockSkew = 300_000 }: OcspQuestion,
): boolean {
  if (time === undefined) return true;
  return isInTime(time, thisUpdate - clockSkew, (nextUpdate ?? Number.POSITIVE_INFINITY) + clockSkew);
}

/** The issuer itself, and embedded certificates that it issued for OCSP signing (RFC 6960, clause 4.2.2.2). */
async function respondersOf(basic: BasicOcspResponse, issuer: Certificate): Promise<Certificate[]> {
  const found = isNamed(basic, issuer) ? [issuer] : [];
  for (const candidate of basic.certificates) {
    if (!isNamed(basic, candidate) || sameBytes(candidate.der, issuer.der)) continue;
    if (!candidate.extensions.extKeyUsage?.includes(OID.ocspSigning)) continue;
    if (candidate.unknownCriticalExtensions.length > 0 || candidate.issuer.key !== issuer.subject.key)
      continue;
    const { signatureAlgorithm, tbs, signature } = candidate;
    if ((await verifySignature(issuer.publicKey, signatureAlgorithm, tbs, signature)).ok)
      found.push(candidate);
  }
  return found;
}

async function signerAmong(
  candidates: readonly Certificate[],
  { signatureAlgorithm, tbs, signature }: BasicOcspResponse,
): Promise<{ responder: Certificate; weaknesses: ProblemCode[] } | undefined> {
  for (const responder of candidates) {
    const verdict = await verifySignature(responder.publicKey, signatureAlgorithm, tbs, signature);
    if (verdict.ok) return { responder, weaknesses: verdict.problems };
  }
  return undefined;
}

function isNamed({ responder }: BasicOcspResponse, candidate: Certificate): boolean {
  if ('nameKey' in responder) return responder.nameKey === candidate.subject.key;
  return sameBytes(responder.keyHash, digestNow('SHA-1', candidate.publicKey.keyBytes));
}

/** Responders usually return the nonce unchanged; some wrap it once more or not at all. */
function nonceMatches(found: Bytes | undefined, nonce: Bytes): boolean {
  return found !== undefined && (sameBytes(found, octetString(nonce)) || sameBytes(found, nonce));
}
