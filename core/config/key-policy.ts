import { z } from 'zod';
import { SECOND_PROOFS } from '#core/identity/proof.ts';

/** A manufacturer of hardware keys whose attestations are trusted. */
const keyAuthority = z.object({
  name: z.string().trim().min(1).max(60),
  /** X.509 certificate, DER in base64: trust anchor by its subject and public key. */
  certificate: z
    .string()
    .max(12_000)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
});
export type KeyAuthority = z.output<typeof keyAuthority>;

/** Requirements before a key is bound to an account, certified for a seal, or authorized to use one. */
export const keyPolicy = z
  .object({
    /** Accepted proofs of identity in addition to the session. */
    proofs: z.array(z.enum(SECOND_PROOFS)).min(1).max(SECOND_PROOFS.length),
    /** Whether only keys are accepted that a hardware authority attests: generated in a device and not exportable. */
    attestedOnly: z.boolean(),
    authorities: z.array(keyAuthority).max(20),
  })
  .refine(({ attestedOnly, authorities }) => !attestedOnly || authorities.length > 0, {
    path: ['authorities'],
    message: 'config:rule.authority',
    params: { problem: 'config:rule.authority' },
  });
export type KeyPolicy = z.output<typeof keyPolicy>;

export const STANDARD_KEY_POLICY: KeyPolicy = {
  proofs: [...SECOND_PROOFS],
  attestedOnly: false,
  authorities: [],
};

/** Certificates from a device, DER in base64: the one that attests the key, and its issuers. */
export const attestation = z
  .array(
    z
      .string()
      .max(12_000)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/),
  )
  .max(24)
  .default([]);
