import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** A message about a contract did not arrive: its sender is to be told. */
export const undeliveredEffect = defineEffect('undelivered', z.object({ deliveryId: z.string() }));
