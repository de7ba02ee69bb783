import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Rows of an import wait to be taken. */
export const importRowsEffect = defineEffect('employeeImport', z.object({ importId: z.string() }));
