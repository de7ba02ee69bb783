import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** An issued invoice is told to its e-mail address. */
export const invoiceMailEffect = defineEffect('invoiceMail', z.object({ invoiceId: z.string() }));
