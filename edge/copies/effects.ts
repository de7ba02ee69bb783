import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Few copies may be left to an enterprise: notifies its administrators once. */
export const copiesLowEffect = defineEffect('copiesLow', z.object({ enterpriseId: z.string() }));
