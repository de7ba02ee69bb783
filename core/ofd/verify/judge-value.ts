import { type Bytes, sameBytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { parseSignatureAlgorithm } from '#core/pki/algorithm/algorithm-identifier.ts';
import {
  type DigestAlgorithm,
  type SignatureAlgorithm,
  WEAK_DIGESTS,
} from '#core/pki/algorithm/algorithms.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import { verifySignature } from '#core/pki/algorithm/verify-signature.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { readDer } from '#core/pki/der/read-der.ts';
import { oid, sequence } from '#core/pki/der/write-der.ts';
import { decodeSm2Value, sm2Verify } from '#core/sm/sm2.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { SignatureLevel } from '#core/verification/verdict.ts';
import { checkMethodOf } from './check-method.ts';
import { judgeCmsValue } from './judge-cms-value.ts';
import { judgeSeal } from './judge-seal.ts';
import { parseSealSignature, type Seal } from './ses.ts';
import type { SignatureXml } from './signature-xml.ts';

/** What the file SignedValue.dat says of Signature.xml. */
export type ValueJudgement = {
  level: SignatureLevel | null;
  /** Whether the value holds for this Signature.xml; null where it could not be computed. */
  intact: boolean | null;
  certificate: Certificate | null;
  /** Other certificates found beside it. */
  pool: Certificate[];
  /** Epoch ms as the value claims it; null where it does not. */
  time: number | null;
  /** Time stamp token over the signature value, and the bytes that it stamps. */
  timestamp: { token: Bytes; stamped: Bytes } | null;
  seal: Seal | null;
  sealMaker: Certificate | null;
  digest: string | null;
  algorithm: string | null;
  problems: ProblemCode[];
};

export const nothingKnown = (): ValueJudgement => ({
  level: null,
  intact: null,
  certificate: null,
  pool: [],
  time: null,
  timestamp: null,
  seal: null,
  sealMaker: null,
  digest: null,
  algorithm: null,
  problems: [],
});

/** Judges a signature value of any of the kinds that OFD files have. `candidates`: signers for a bare value. */
export async function judgeValue(
  value: Bytes,
  signature: SignatureXml,
  candidates: readonly Certificate[],
): Promise<ValueJudgement> {
  try {
    if (decodeSm2Value(value)) return await judgeBareValue(value, signature, candidates);
    if (firstInside(value) === 0x06) return await judgeCmsValue(value, signature);
    return await judgeSealValue(value, signature);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...nothingKnown(), intact: false, problems: ['signature-not-parsable'] };
  }
}

/** The identifier of the first value inside the outer SEQUENCE. */
function firstInside(value: Bytes): number | undefined {
  if (value[0] !== 0x30) return undefined;
  const length = value[1] ?? 0;
  return value[length > 0x80 ? 2 + (length & 0x7f) : 2];
}

/** SES_Signature: GB/T 38540-2020, 7.2 (v4), GM/T 0031-2014 (v1). */
async function judgeSealValue(value: Bytes, signature: SignatureXml): Promise<ValueJudgement> {
  const ses = parseSealSignature(value);
  const out: ValueJudgement = { ...nothingKnown(), level: 'SES', seal: ses.seal, time: ses.time };
  if (ses.timestamp) out.timestamp = { token: ses.timestamp, stamped: ses.value };
  const certificate = certificateOrNull(ses.certificate);
  if (!certificate) return { ...out, intact: false, problems: ['signer-certificate-missing'] };
  out.certificate = certificate;

  const dataOk = await hashMatches(ses.dataHash, signature, out);
  if (!dataOk) out.problems.push('ofd-signature-digest');
  const algorithm = algorithmOf(ses.algorithm, certificate);
  out.algorithm = algorithm.kind;
  if (!namesKind(ses.algorithm, algorithm)) out.problems.push('signature-algorithm-mismatch');
  const valueOk = await verifyWithDigests(certificate, algorithm, ses.toSign, ses.value);
  if (valueOk === null) out.problems.push('signature-algorithm-unsupported');
  if (valueOk === false) out.problems.push('signature-value-wrong');
  out.intact = !dataOk ? false : valueOk;

  const seal = await judgeSeal(ses.seal, certificate);
  out.sealMaker = seal.maker;
  out.problems.push(...seal.problems);
  return out;
}

/** The digest of Signature.xml in the value: by the check method, or by any other digest of that length in use. */
async function hashMatches(hash: Bytes, signature: SignatureXml, out: ValueJudgement): Promise<boolean> {
  const named = checkMethodOf(signature.checkMethod);
  const tries = new Set<DigestAlgorithm>([...(named ? [named] : []), 'SM3', 'SHA-256', 'SHA-1']);
  for (const digest of tries) {
    if (!sameBytes(await digestOf(digest, signature.raw), hash)) continue;
    out.digest = digest;
    if (WEAK_DIGESTS.has(digest)) out.problems.push('weak-digest');
    return true;
  }
  return false;
}

/** The algorithm that an identifier means with this key; SES writers also put that of the key or the digest there. */
export function algorithmOf(identifier: string, certificate: Certificate): SignatureAlgorithm {
  const kind = certificate.publicKey.kind;
  if (kind === 'SM2') return { kind: 'SM2', digest: 'SM3', oid: identifier };
  const algorithm = parseSignatureAlgorithm(readDer(sequence(oid(identifier))));
  if (algorithm.kind !== 'other') return algorithm;
  const digest = checkMethodOf(identifier) ?? undefined;
  return kind === 'RSA' ? { kind: 'RSA', digest, oid: identifier } : algorithm;
}

/** Whether the identifier is one of the algorithm that the key stands for; the value is judged by the key. */
function namesKind(identifier: string, algorithm: SignatureAlgorithm): boolean {
  if (checkMethodOf(identifier) !== null) return true;
  return parseSignatureAlgorithm(readDer(sequence(oid(identifier)))).kind === algorithm.kind;
}

/** Verifies; an RSA identifier without digest is tried with the usual ones. Null: the algorithm is not known. */
export async function verifyWithDigests(
  certificate: Certificate,
  algorithm: SignatureAlgorithm,
  message: Bytes,
  value: Bytes,
): Promise<boolean | null> {
  if (certificate.publicKey.kind === 'SM2') return sm2Verify(certificate.publicKey.keyBytes, message, value);
  const digests = algorithm.digest ? [algorithm.digest] : (['SHA-256', 'SHA-1', 'SM3'] as const);
  let known = false;
  for (const digest of digests) {
    const { ok, problems } = await verifySignature(
      certificate.publicKey,
      { ...algorithm, digest },
      message,
      value,
    );
    if (ok) return true;
    known ||= !problems.includes('signature-algorithm-unsupported');
  }
  return known ? false : null;
}

/**
 * A bare SM2 value over Signature.xml, without certificate: it holds for one of `candidates`, or cannot be judged.
 */
async function judgeBareValue(
  value: Bytes,
  signature: SignatureXml,
  candidates: readonly Certificate[],
): Promise<ValueJudgement> {
  const out: ValueJudgement = { ...nothingKnown(), digest: 'SM3', algorithm: 'SM2' };
  const digest = await digestOf('SM3', signature.raw);
  for (const certificate of candidates) {
    if (certificate.publicKey.kind !== 'SM2') continue;
    const algorithm = algorithmOf('1.2.156.10197.1.501', certificate);
    for (const message of [signature.raw, digest])
      if (await verifyWithDigests(certificate, algorithm, message, value))
        return { ...out, intact: true, certificate };
  }
  return { ...out, problems: ['signer-certificate-missing'] };
}

export function certificateOrNull(der: Bytes): Certificate | null {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
