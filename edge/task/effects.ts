import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** A task was completed: adds long-term validation data to its documents. */
export const finishTaskEffect = defineEffect('finish', z.object({ taskId: z.string() }));

/** It is the turn of a signature that is made automatically; `since`: since when, epoch ms. */
export const signAutomaticallyEffect = defineEffect(
  'automatic',
  z.object({ taskId: z.string(), signerId: z.string(), since: z.number() }),
);

/** A voiding agreement has ended, signed by all or not: updates the contract. */
export const voidEndedEffect = defineEffect('void', z.object({ agreementId: z.string() }));
