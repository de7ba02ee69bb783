import { type Bytes, fromBase64, fromUtf8 } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { decodeSm2Value } from '#core/sm/sm2.ts';
import { algorithmOf, verifyWithDigests } from './check-value.ts';
import { judgeCmsValue } from './judge-cms-value.ts';
import { judgeSealValue } from './judge-seal-value.ts';
import type { SignatureXml } from './signature-xml.ts';
import { nothingKnown, type ValueJudgement } from './value-judgement.ts';

/** Verifies a signature value of any kind found in OFD files. `candidates`: possible signers of a bare value. */
export async function judgeValue(
  found: Bytes,
  signature: SignatureXml,
  candidates: readonly Certificate[],
): Promise<ValueJudgement> {
  const value = binaryOf(found);
  try {
    if (decodeSm2Value(value)) return await judgeBareValue(value, signature, candidates);
    if (firstInside(value) === 0x06) return await judgeCmsValue(value, signature);
    return await judgeSealValue(value, signature);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...nothingKnown(), intact: false, problems: ['signature-not-parsable'] };
  }
}

/** Decodes a value that was written as base64 text, as some writers do; any other is returned unchanged. */
function binaryOf(value: Bytes): Bytes {
  if (value[0] === 0x30 || value.length === 64) return value;
  const text = String.fromCharCode(...value.subarray(0, 64));
  if (!/^[A-Za-z0-9+/\s]{20,64}$/.test(text)) return value;
  try {
    return fromBase64(fromUtf8(value));
  } catch {
    return value;
  }
}

/** The identifier octet of the first value inside the outer SEQUENCE. */
function firstInside(value: Bytes): number | undefined {
  if (value[0] !== 0x30) return undefined;
  const length = value[1] ?? 0;
  return value[length > 0x80 ? 2 + (length & 0x7f) : 2];
}

/**
 * A bare SM2 value over Signature.xml, without certificate: valid for one of `candidates`, or undecided.
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
