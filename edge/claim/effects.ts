import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/**
 * Parties of tasks became an account or an enterprise, or are no longer: tells the open pages of these tasks, and claims
 * what more waits for the account or the enterprise (empty: neither).
 */
export const claimEffect = defineEffect(
  'claim',
  z.object({
    taskIds: z.array(z.string()).default([]),
    accountId: z.string().default(''),
    entId: z.string().default(''),
  }),
);
