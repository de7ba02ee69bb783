import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { PAYMENT_PROVIDERS } from '#core/payment/provider-names.ts';
import { fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import { SELLERS } from './access.ts';
import { fen } from './calls.ts';

const difference = z.object({
  kind: z.enum(['payment', 'refund']),
  problem: z.enum(['ONLY_THERE', 'ONLY_HERE', 'AMOUNT']),
  number: z.string(),
  hereFen: fen.nullable(),
  thereFen: fen.nullable(),
});
const reconciliationRow = z.object({
  reconciliationId: id,
  method: z.enum(PAYMENT_PROVIDERS),
  /** YYYY-MM-DD in the provider's time zone. */
  day: z.string(),
  lines: z.number().int(),
  matched: z.number().int(),
  paidFen: fen,
  refundedFen: fen,
  differences: z.array(difference),
  failure: z.string(),
  checkTime: time,
});
export type ReconciliationRow = z.output<typeof reconciliationRow>;

export const listReconciliations = defineCall({
  id: 'order.listReconciliations',
  method: 'GET',
  path: '/bc/platform/order/reconciliation/page',
  access: SELLERS,
  input: z.object(fixedPageInput),
  output: pageOf(reconciliationRow),
  summary: 'List the daily comparisons of the providers’ bills with the local payments and refunds',
});

export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const reconcile = defineCall({
  id: 'order.reconcile',
  method: 'POST',
  path: '/bc/platform/order/reconciliation/run',
  access: SELLERS,
  input: z.object({ day }),
  output: z.object({ differences: z.number().int() }),
  summary: 'Compare the bills of a day now',
});
