import { type Bytes, sameBytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { WEAK_DIGESTS } from '../algorithm/algorithms.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { ParsedCms } from '../cms/cms.ts';
import { parseCms } from '../cms/parse-cms.ts';
import { type CmsContent, digestOfContent, type VerifiedSigner, verifyCms } from '../cms/verify-cms.ts';
import { OID } from '../oids.ts';
import type { ProblemCode } from '../problems.ts';
import { parseTimestampResponse, parseTstInfo } from './parse-timestamp.ts';
import type { TimestampResponse, TstInfo } from './timestamp.ts';

/** Result of verifying a token. `ok` does not imply trust: use `validatePath` on `certificate` at `info.time`. */
export type VerifiedTimestamp = {
  /** Whether the imprint matches the data, the signature is valid, and the certificate is for time stamping. */
  readonly ok: boolean;
  readonly info: TstInfo | undefined;
  readonly cms: ParsedCms | undefined;
  readonly signer: VerifiedSigner | undefined;
  readonly certificate: Certificate | undefined;
  readonly imprintOk: boolean;
  readonly signatureOk: boolean;
  readonly problems: readonly ProblemCode[];
};

const BROKEN: VerifiedTimestamp = {
  ok: false,
  info: undefined,
  cms: undefined,
  signer: undefined,
  certificate: undefined,
  imprintOk: false,
  signatureOk: false,
  problems: ['timestamp-broken'],
};

/**
 * Verifies a TimeStampToken on `data` (RFC 3161, clauses 2.3 and 2.4.2). Never throws for malformed input.
 * `certificates` are further candidates for the authority's certificate: a token may lack it.
 *
 * ```ts
 * const { ok, info } = await verifyTimestampToken(token, { content: signatureValue });
 * if (ok) info?.time; // epoch ms
 * ```
 */
export async function verifyTimestampToken(
  token: Bytes,
  data: CmsContent,
  certificates: readonly Certificate[] = [],
): Promise<VerifiedTimestamp> {
  const read = readToken(token);
  if (!read) return BROKEN;
  const { cms, info } = read;
  const verified = await verifyCms(cms, undefined, certificates);
  const signer = verified.signers[0]!;
  const problems = new Set<ProblemCode>([...verified.problems, ...signer.problems]);
  const imprintOk = await checkImprint(info, data, problems);
  const signatureOk = signer.signatureOk && signer.messageDigestOk && signer.signingCertificateOk === true;
  const purposeOk = signer.certificate ? isForTimestamping(signer.certificate) : false;
  if (!purposeOk && signer.certificate) problems.add('timestamp-eku-missing');
  return {
    ok: imprintOk && signatureOk && purposeOk && verified.signers.length === 1,
    info,
    cms,
    signer,
    certificate: signer.certificate,
    imprintOk,
    signatureOk,
    problems: [...problems],
  };
}

function readToken(token: Bytes): { cms: ParsedCms; info: TstInfo } | undefined {
  try {
    const cms = parseCms(token);
    if (cms.contentType !== OID.tstInfo || !cms.content || cms.signers.length === 0) return undefined;
    return { cms, info: parseTstInfo(cms.content) };
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

async function checkImprint(info: TstInfo, data: CmsContent, problems: Set<ProblemCode>): Promise<boolean> {
  const { digestAlgorithm, digest } = info.imprint;
  if (!digestAlgorithm) {
    problems.add('digest-unsupported');
    return false;
  }
  if (WEAK_DIGESTS.has(digestAlgorithm)) problems.add('digest-weak');
  const own = await digestOfContent(data, digestAlgorithm);
  if (sameBytes(own, digest)) return true;
  problems.add('timestamp-imprint-mismatch');
  return false;
}

/** Whether time stamping is the certificate's only purpose, in a critical extension (RFC 3161, clause 2.3). */
export function isForTimestamping(certificate: Certificate): boolean {
  const { extKeyUsage, extKeyUsageCritical } = certificate.extensions;
  return extKeyUsage?.length === 1 && extKeyUsage[0] === OID.timeStamping && extKeyUsageCritical === true;
}

export type VerifiedTimestampResponse = {
  readonly response: TimestampResponse | undefined;
  readonly timestamp: VerifiedTimestamp | undefined;
  /** Whether the token may be used: granted, on this data, with this nonce and policy. */
  readonly ok: boolean;
  readonly problems: readonly ProblemCode[];
};

/** Verifies the response of an authority against the request. Never throws for malformed input. */
export async function verifyTimestampResponse(
  der: Bytes,
  expected: { data: CmsContent; nonce?: string; policy?: string },
): Promise<VerifiedTimestampResponse> {
  let response: TimestampResponse;
  try {
    response = parseTimestampResponse(der);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { response: undefined, timestamp: undefined, ok: false, problems: ['timestamp-broken'] };
  }
  if (response.status > 1 || !response.token) {
    return { response, timestamp: undefined, ok: false, problems: ['timestamp-rejected'] };
  }
  const timestamp = await verifyTimestampToken(response.token, expected.data);
  const problems = [...timestamp.problems];
  const { info } = timestamp;
  const nonceOk = expected.nonce === undefined || info?.nonce === trimmed(expected.nonce);
  if (!nonceOk) problems.push('timestamp-nonce-mismatch');
  const policyOk = expected.policy === undefined || info?.policy === expected.policy;
  if (!policyOk) problems.push('timestamp-policy-mismatch');
  return { response, timestamp, ok: timestamp.ok && nonceOk && policyOk, problems };
}

/** Normalises a nonce like `serialText`: two digits per byte, without leading zero bytes. */
function trimmed(hex: string): string {
  return hex.toLowerCase().replace(/^(00)+(?=..)/, '');
}
