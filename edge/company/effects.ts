import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/**
 * People can no longer, or again, act for an enterprise: its tasks stop or resume. `after` is the last task of the
 * batch before; empty for the first.
 */
export const businessChangedEffect = defineEffect(
  'business',
  z.object({ ownerKey: z.string(), after: z.string() }),
);

/** A person left an enterprise: what they had still to sign for it goes to its administrator. */
export const handOverEffect = defineEffect(
  'handover',
  z.object({ entId: z.string(), accountId: z.string(), operator: z.string() }),
);
