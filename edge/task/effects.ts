import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** A task was completed: its documents get what makes their signatures last. */
export const finishTaskEffect = defineEffect('finish', z.object({ taskId: z.string() }));

/** The agreement to make a contract void has ended, signed by all or not: the contract follows. */
export const voidEndedEffect = defineEffect('void', z.object({ agreementId: z.string() }));
