import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/**
 * The seals of an enterprise changed: tasks that wait for its stamp resume, and those that wait for an account that lost
 * a seal (`taken`) stop where nothing can be stamped.
 */
export const sealsChangedEffect = defineEffect(
  'seals',
  z.object({ ownerKey: z.string(), taken: z.array(z.string()) }),
);
