import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** A group was signed: adds long-term validation data to its files. */
export const finishGroupEffect = defineEffect('finishQuick', z.object({ groupId: z.string() }));
