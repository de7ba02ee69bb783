import { z } from 'zod';

/**
 * Proofs that a sender may ask a signer for, before the signature and in an order of their choice: a code to the signer's
 * number, a code to the address that the sender gave, a face compared with the document, a code that the sender tells them
 * by another way, and the signing password.
 */
export const SIGNER_PROOFS = ['ACCESS_CODE', 'SMS', 'MAIL', 'FACE', 'PASSWORD'] as const;
export type SignerProof = (typeof SIGNER_PROOFS)[number];

/** Those that the platform can switch off. A code to the signer's own number stands in place of one that is off. */
export const OPTIONAL_PROOFS = ['ACCESS_CODE', 'MAIL', 'FACE', 'PASSWORD'] as const satisfies SignerProof[];
export type OptionalProof = (typeof OPTIONAL_PROOFS)[number];

/** The list as chosen: each at most once, in the order in which they are asked for. */
export const signerProofs = z
  .array(z.enum(SIGNER_PROOFS))
  .max(SIGNER_PROOFS.length)
  .superRefine((proofs, context) => {
    proofs.forEach((proof, i) => {
      if (proofs.indexOf(proof) < i)
        context.addIssue({ code: 'custom', path: [i], params: { problem: 'repeated' } });
    });
  });

/** Lengths of an access code, in characters. Five wrong tries in a quarter of an hour and twenty in a day make six enough. */
export const ACCESS_CODE = { least: 6, most: 20 } as const;

/** The form in which an access code is compared: as it may be told by telephone, whatever its width or case. */
export const plainAccessCode = (typed: string): string =>
  typed.normalize('NFKC').replace(/\s/g, '').toLowerCase();

export const isAccessCode = (typed: string): boolean => {
  const length = Array.from(plainAccessCode(typed)).length;
  return length >= ACCESS_CODE.least && length <= ACCESS_CODE.most;
};

/** Why another way stands in place of a proof: the platform switched it off, or it knows no address. */
export const PROOF_REASONS = ['', 'OFF', 'NO_ADDRESS'] as const;
export type ProofReason = (typeof PROOF_REASONS)[number];

export interface ProofStep {
  proof: SignerProof;
  /** By which it is given now; null where the step for a code to the number, which is in the list anyway, stands for it. */
  way: SignerProof | null;
  reason: ProofReason;
}

/**
 * The steps of a signer. What is `off`, or would go to an address where `hasAddress` is false, is replaced by a code to the
 * signer's number, which is asked for once.
 */
export function proofSteps(
  proofs: readonly SignerProof[],
  { off, hasAddress }: { off: readonly SignerProof[]; hasAddress: boolean },
): ProofStep[] {
  let isSent = proofs.includes('SMS');
  return proofs.map((proof) => {
    const reason: ProofReason = off.includes(proof)
      ? 'OFF'
      : proof === 'MAIL' && !hasAddress
        ? 'NO_ADDRESS'
        : '';
    if (reason === '') return { proof, way: proof, reason };
    const way = isSent ? null : 'SMS';
    isSent = true;
    return { proof, way, reason };
  });
}

/** What was proven as one word of a consent: `ACCESS_CODE+FACE>SMS` is a code told, then a code sent in place of a face. */
export const provenText = (steps: readonly { proof: SignerProof; way: SignerProof }[]): string =>
  steps.map(({ proof, way }) => (proof === way ? proof : `${proof}>${way}`)).join('+');

/** The names in such a word, as `[asked for, given in its place]`; other methods of consent are one name. */
export const provenNames = (method: string): [asked: string, instead: string][] =>
  method.split('+').map((part) => {
    const [asked = '', instead = ''] = part.split('>');
    return [asked, instead];
  });
