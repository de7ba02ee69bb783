import { z } from 'zod';
import { SECOND_PROOFS } from '#core/identity/proof.ts';

/** A maker of hardware keys whose attestations are believed. */
const keyAuthority = z.object({
  name: z.string().trim().min(1).max(60),
  /** X.509 certificate, DER in base64: trusted by its name and key. */
  certificate: z
    .string()
    .max(12_000)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
});
export type KeyAuthority = z.output<typeof keyAuthority>;

/** What the platform asks for before a key is bound to an account, certified for a seal, or allowed to use one. */
export const keyPolicy = z
  .object({
    /** Proofs that are taken, besides the session. */
    proofs: z.array(z.enum(SECOND_PROOFS)).min(1).max(SECOND_PROOFS.length),
    /** Only keys that a hardware authority attests: made in a device, and not to be taken out of it. */
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

/** Certificates as a device holds them, DER in base64: among them the one that attests the key, and those above it. */
export const attestation = z
  .array(
    z
      .string()
      .max(12_000)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/),
  )
  .max(24)
  .default([]);
