import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Mails an issued invoice to its e-mail address. */
export const invoiceMailEffect = defineEffect('invoiceMail', z.object({ invoiceId: z.string() }));
