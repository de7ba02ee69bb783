import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** A task was completed: its documents get what makes their signatures last. */
export const finishTaskEffect = defineEffect('finish', z.object({ taskId: z.string() }));
