import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Rows of a batch are waiting to be sent. */
export const sendRowsEffect = defineEffect('batchRows', z.object({ batchId: z.string() }));
