import { z } from 'zod';
import { PAYMENT_PROVIDERS } from '#core/payment/provider-names.ts';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

const fen = z.number().int();

/**
 * What a provider told, once for each thing told; written before the provider is answered, so it is never lost. The domain
 * whose trade it is handles it. It may tell of trades that nobody here began or that have ended since.
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

/** The simulated provider tells of a payment later. */
export const simulatedNoticeDue = defineEffect('simulatedNoticeDue', z.object({ providerNo: z.string() }));
