import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** A group was signed: its files get what makes their signatures last. */
export const finishGroupEffect = defineEffect('finishQuick', z.object({ groupId: z.string() }));
