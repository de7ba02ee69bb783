import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { sealedPassword, sentCode } from '#core/identity/proof.ts';
import { empty, id, time } from '#core/wire.ts';
import { SIGNING } from './access.ts';
import { seenDocuments } from './seen.ts';
import { PROOF_REASONS, SIGNER_PROOFS } from './signer-proofs.ts';

/** What is signed: a task by its signer, or an approved use of seals by a holder, who proves the same. */
const subject = z.object({ kind: z.enum(['PLAN', 'SEAL_USE']), id });
export type ProofSubject = z.output<typeof subject>;

const proofView = z.object({
  steps: z.array(
    z.object({
      proof: z.enum(SIGNER_PROOFS),
      /** By which it is given now; null where another step stands for it. */
      way: z.enum(SIGNER_PROOFS).nullable(),
      /** Why it is not the way that the sender chose. */
      reason: z.enum(PROOF_REASONS),
      /** Number or address to which its code is sent, masked; empty for other ways. */
      to: z.string(),
      /** Whether it was given, in this session and a short time ago. */
      proven: z.boolean(),
    }),
  ),
  /** Until when the signature must be made, epoch ms; null until all are given. */
  goodUntil: time.nullable(),
});
export type ProofView = z.output<typeof proofView>;

export const getProofs = defineCall({
  id: 'task.getProofs',
  method: 'GET',
  path: '/docmanager/assemble/consent/proofs/:kind/:id',
  access: SIGNING,
  input: subject,
  output: proofView,
  summary: 'List what the sender asks the caller to prove before they sign, and what of it was proven',
});

export const sendProofCode = defineCall({
  id: 'task.sendProofCode',
  method: 'POST',
  path: '/docmanager/assemble/consent/proofs/code',
  access: SIGNING,
  input: z.object({ subject }),
  output: empty,
  summary: 'Send the code of the proof by mail, to the address that the sender gave',
  changes: ['task.getProofs'],
});

export const giveProof = defineCall({
  id: 'task.giveProof',
  method: 'POST',
  path: '/docmanager/assemble/consent/proofs/give',
  access: SIGNING,
  input: z.object({
    subject,
    /** Which of them: the next one that was not given yet. */
    step: z.enum(SIGNER_PROOFS),
    given: z.discriminatedUnion('way', [
      z.object({ way: z.literal('ACCESS_CODE'), code: z.string().trim().min(1).max(60) }),
      z.object({ way: z.literal('SMS'), code: sentCode }),
      z.object({ way: z.literal('MAIL'), code: sentCode }),
      /** After `startConsent` and the confirmation on the phone, for the documents as shown then. */
      z.object({ way: z.literal('FACE'), ticketId: id, seen: seenDocuments }),
      /** `password` comes from `encryptPassword`. */
      z.object({ way: z.literal('PASSWORD'), password: sealedPassword }),
    ]),
  }),
  output: proofView,
  summary: 'Give one of the proofs that the sender asks for, in their order',
  changes: ['task.getProofs'],
});
