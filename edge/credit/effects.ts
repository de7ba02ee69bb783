import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Few credits may be left to an enterprise: notifies its administrators once. */
export const creditsLowEffect = defineEffect('copiesLow', z.object({ enterpriseId: z.string() }));
