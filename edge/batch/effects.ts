import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Rows of a batch wait to be sent. */
export const sendRowsEffect = defineEffect('batchRows', z.object({ batchId: z.string() }));
