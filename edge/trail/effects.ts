import { z } from 'zod';
import { TRAIL_EVENTS } from '#core/task/states.ts';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Lines were appended to the trail of a task. Enqueued only if an active webhook exists. */
export const trailedEffect = defineEffect(
  'trailed',
  z.object({
    taskId: z.string(),
    lines: z.array(
      z.object({ seq: z.number(), at: z.number(), event: z.enum(TRAIL_EVENTS), hash: z.string() }),
    ),
  }),
);
