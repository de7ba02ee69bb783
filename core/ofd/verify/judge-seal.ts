import { sameBytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import type { DigestAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import { checkMethodOf } from './check-method.ts';
import { algorithmOf, certificateOrNull, verifyWithDigests } from './check-value.ts';
import { parseSeal, type Seal } from './ses.ts';

export type SealJudgement = {
  maker: Certificate | null;
  /** Whether the maker's signature over the seal is valid; null if its algorithm is unknown. */
  intact: boolean | null;
  problems: ProblemCode[];
};

/** Verifies a seal and whether `signer` may use it (GB/T 38540-2020, 6.3). */
export async function judgeSeal(seal: Seal, signer: Certificate): Promise<SealJudgement> {
  const { maker, intact, problems } = await judgeSealMaker(seal);
  if (!(await sealNamesSigner(seal, signer))) problems.push('ofd-seal-signer-mismatch');
  return { maker, intact, problems };
}

/** Verifies the maker's signature of the seal. */
export async function judgeSealMaker(seal: Seal): Promise<SealJudgement> {
  const maker = certificateOrNull(seal.maker.certificate);
  if (!maker) return { maker: null, intact: false, problems: ['ofd-seal-broken'] };
  const algorithm = algorithmOf(seal.maker.algorithm, maker);
  let intact: boolean | null = false;
  for (const message of seal.makerMessages) {
    intact = await verifyWithDigests(maker, algorithm, message, seal.maker.value);
    if (intact !== false) break;
  }
  if (intact === null) return { maker, intact, problems: ['signature-algorithm-unsupported'] };
  return { maker, intact, problems: intact ? [] : ['ofd-seal-broken'] };
}

async function sealNamesSigner(seal: Seal, signer: Certificate): Promise<boolean> {
  const { certificates, digests } = seal.signers;
  if (certificates.some((certificate) => sameBytes(certificate, signer.der))) return true;
  for (const { type, value } of digests) {
    const digest = checkMethodOf(type) ?? digestOfLength(value.length);
    if (digest && sameBytes(await digestOf(digest, signer.der), value)) return true;
  }
  return false;
}

/** Whether the file Seal.esl contains the seal of the signature value, byte for byte. */
export function isSameSeal(file: Uint8Array<ArrayBuffer>, seal: Seal): boolean {
  try {
    return sameBytes(parseSeal(file).raw, seal.raw);
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

/** Seal makers choose the digest freely (GB/T 38540-2020, 6.1.3); an unknown one is inferred from its length. */
const digestOfLength = (length: number): DigestAlgorithm | null =>
  length === 32 ? 'SM3' : length === 20 ? 'SHA-1' : null;
