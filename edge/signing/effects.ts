import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Computes the digest state of a large new revision, from which signing continues. */
export const keepHashEffect = defineEffect(
  'keep-hash',
  z.object({ documentId: z.string(), revision: z.number() }),
);
