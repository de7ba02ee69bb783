import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Rows of an import wait to be taken; `askedWith`: with what its last part was handed in (edge/identity/act-as.ts). */
export const importRowsEffect = defineEffect(
  'employeeImport',
  z.object({ importId: z.string(), askedWith: z.string().default('') }),
);
