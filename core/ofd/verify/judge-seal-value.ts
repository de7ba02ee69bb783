import { type Bytes, sameBytes } from '#core/bytes.ts';
import { type DigestAlgorithm, WEAK_DIGESTS } from '#core/pki/algorithm/algorithms.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import { checkMethodOf } from './check-method.ts';
import { algorithmOf, certificateOrNull, namesKind, verifyWithDigests } from './check-value.ts';
import { judgeSeal } from './judge-seal.ts';
import { parseSealSignature } from './ses.ts';
import type { SignatureXml } from './signature-xml.ts';
import { nothingKnown, type ValueJudgement } from './value-judgement.ts';

/** SES_Signature: GB/T 38540-2020, 7.2 (v4), GM/T 0031-2014 (v1). */
export async function judgeSealValue(value: Bytes, signature: SignatureXml): Promise<ValueJudgement> {
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

/** The digest of Signature.xml in the value: by the check method, or by any other common digest of that length. */
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
