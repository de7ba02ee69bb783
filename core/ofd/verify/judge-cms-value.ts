import { type Bytes, sameBytes } from '#core/bytes.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import type { ParsedCms } from '#core/pki/cms/cms.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { type VerifiedSigner, verifyCms } from '#core/pki/cms/verify-cms.ts';
import { OID } from '#core/pki/oids.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { SignatureXml } from './signature-xml.ts';
import { nothingKnown, type ValueJudgement } from './value-judgement.ts';

/**
 * A CMS SignedData (GM/T 0010 or RFC 5652) over Signature.xml: detached over the file or over its digest, or with the
 * file or digest embedded; all four are in use.
 */
export async function judgeCmsValue(value: Bytes, signature: SignatureXml): Promise<ValueJudgement> {
  const parsed = parseCms(value);
  const out: ValueJudgement = { ...nothingKnown(), level: 'CMS', pool: [...parsed.certificates] };
  if (!parsed.trailing.allZero) out.problems.push('contents-trailing-data');
  if (parsed.signers.length !== 1)
    return { ...out, intact: false, problems: [...out.problems, 'signer-count'] };
  const contents = await contentsOf(parsed, signature);
  if (contents.length === 0)
    return { ...out, intact: false, problems: [...out.problems, 'ofd-signature-digest'] };
  let best: VerifiedSigner | undefined;
  for (const content of contents) {
    const verified = (await verifyCms(parsed, { content })).signers[0]!;
    if (!best || score(verified) > score(best)) best = verified;
    if (score(best) === 2) break;
  }
  return { ...out, ...judgeSigner(best!, out.problems) };
}

const score = (signer: VerifiedSigner): number => Number(signer.messageDigestOk) + Number(signer.signatureOk);

/** Possible signed contents; none if the embedded content does not belong to this Signature.xml. */
async function contentsOf(parsed: ParsedCms, signature: SignatureXml): Promise<Bytes[]> {
  const digests = await Promise.all(
    (['SM3', 'SHA-256', 'SHA-1'] as const).map((d) => digestOf(d, signature.raw)),
  );
  const all = [signature.raw, ...digests];
  const { content } = parsed;
  return content ? all.filter((possible) => sameBytes(possible, content)) : all.slice(0, 3);
}

function judgeSigner(verified: VerifiedSigner, before: ProblemCode[]): Partial<ValueJudgement> {
  const { signer, certificate } = verified;
  const problems = [...before];
  const common = {
    problems,
    certificate: certificate ?? null,
    time: signer.signed.signingTime ?? null,
    digest: signer.digestAlgorithm ?? null,
    algorithm: signer.signatureAlgorithm.kind,
    timestamp: signer.unsigned.signatureTimestamps[0]
      ? { token: signer.unsigned.signatureTimestamps[0], stamped: signer.signature }
      : null,
  };
  if (!certificate) {
    problems.push('signer-certificate-missing');
    return { ...common, intact: null };
  }
  const found = new Set(verified.problems);
  if (found.has('digest-weak')) problems.push('weak-digest');
  if (found.has('signing-certificate-mismatch')) problems.push('signer-certificate-mismatch');
  if (
    found.has('content-type-mismatch') &&
    signer.signed.contentType !== OID.gmData &&
    signer.signed.contentType !== OID.data
  )
    problems.push('content-type-wrong');
  if (found.has('signature-algorithm-unsupported') || found.has('digest-unsupported')) {
    problems.push('signature-algorithm-unsupported');
    return { ...common, intact: null };
  }
  if (!verified.messageDigestOk && signer.signedAttributesDer) problems.push('ofd-signature-digest');
  if (!verified.signatureOk) problems.push('signature-value-wrong');
  return { ...common, intact: verified.messageDigestOk && verified.signatureOk };
}
