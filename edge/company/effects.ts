import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/**
 * People can no longer, or again, act for an enterprise: its tasks stop or resume. `after` is the last task of the
 * previous batch; empty for the first.
 */
export const businessChangedEffect = defineEffect(
  'business',
  z.object({ ownerKey: z.string(), after: z.string() }),
);

/** A person left an enterprise: their pending signatures for it go to its administrator. */
export const handOverEffect = defineEffect(
  'handover',
  z.object({ entId: z.string(), accountId: z.string(), operator: z.string() }),
);
