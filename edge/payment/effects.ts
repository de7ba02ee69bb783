import { z } from 'zod';
import { PAYMENT_PROVIDERS } from '#core/payment/provider-names.ts';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

const fen = z.number().int();

/**
 * A provider's notification, deduplicated and stored before the provider gets its response, so it is never lost.
 * Handled by the domain that owns the trade. The trade may be unknown here or may have ended.
 */
export const paymentNoticed = defineEffect(
  'paymentNoticed',
  z.object({
    provider: z.enum(PAYMENT_PROVIDERS),
    notice: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('payment'),
        tradeNo: z.string(),
        providerNo: z.string(),
        paidFen: fen,
        paidAt: z.coerce.date<Date | string>(),
      }),
      z.object({
        kind: z.literal('refund'),
        refundNo: z.string(),
        tradeNo: z.string(),
        refundedFen: fen,
        state: z.enum(['done', 'failed']),
      }),
    ]),
  }),
);

/** A delayed notification of the simulated provider is due. */
export const simulatedNoticeDue = defineEffect('simulatedNoticeDue', z.object({ providerNo: z.string() }));
