import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { empty, time } from '#core/wire.ts';
import { MOVEMENT_KINDS, MOVEMENT_STATES, SIMULATED_NOTICES, SIMULATED_REFUNDS } from './simulated.ts';

const SIMULATED: Access = {
  actor: 'anyone',
  may: 'act as the payer and the payment provider on /sim',
  also: 'not in mode pro',
};

/** Format accepted by WeChat Pay and Alipay: digits, letters, `_-*`, 6 to 32. */
const tradeNo = z.string().regex(/^[0-9A-Za-z_*-]{6,32}$/);
const providerNo = z.string().max(64);
const fen = z.number().int().min(1).max(10_000_000_000);

/** The payer's and the provider's side of simulated payments; these calls answer NOT_FOUND in mode pro. */
export const listSimulatedTrades = defineCall({
  id: 'payment.listSimulatedTrades',
  method: 'GET',
  path: '/sim/pay/trades',
  access: SIMULATED,
  input: z.object({ tradeNo: tradeNo.optional() }),
  output: z.array(
    z.object({
      tradeNo: z.string(),
      subject: z.string(),
      amountFen: z.number().int(),
      state: z.enum(['WAITING', 'PAID', 'CLOSED', 'EXPIRED']),
      refunds: z.enum(SIMULATED_REFUNDS),
      expiresAt: time,
      createdAt: time,
      /** Payments and refunds, oldest first. */
      movements: z.array(
        z.object({
          providerNo: z.string(),
          kind: z.enum(MOVEMENT_KINDS),
          refundNo: z.string(),
          amountFen: z.number().int(),
          state: z.enum(MOVEMENT_STATES),
          at: time,
        }),
      ),
    }),
  ),
  summary: 'List the latest 50 trades at the simulated payment provider, newest first (not in production)',
});

export const paySimulatedTrade = defineCall({
  id: 'payment.paySimulatedTrade',
  method: 'POST',
  path: '/sim/pay/pay',
  access: SIMULATED,
  input: z.object({
    tradeNo,
    /** Defaults to the requested amount. Accepts other amounts, a second payment, and payments after expiry. */
    paidFen: fen.optional(),
    notice: z.enum(SIMULATED_NOTICES),
    /** For `LATE`. */
    delaySeconds: z.number().int().min(1).max(86_400).default(60),
  }),
  output: z.object({ providerNo: z.string() }),
  summary:
    'Scan and pay at the simulated provider, also with a wrong amount, twice or late (not in production)',
});

export const refuseSimulatedTrade = defineCall({
  id: 'payment.refuseSimulatedTrade',
  method: 'POST',
  path: '/sim/pay/refuse',
  access: SIMULATED,
  input: z.object({ tradeNo }),
  output: empty,
  summary:
    'Refuse to pay: the simulated provider closes the trade without a notification (not in production)',
});

export const sendSimulatedNotice = defineCall({
  id: 'payment.sendSimulatedNotice',
  method: 'POST',
  path: '/sim/pay/notice',
  access: SIMULATED,
  input: z.object({ providerNo }),
  output: z.object({ taken: z.boolean() }),
  summary: 'Send the notification of a simulated payment or refund now, also repeatedly (not in production)',
});

export const setSimulatedRefunds = defineCall({
  id: 'payment.setSimulatedRefunds',
  method: 'POST',
  path: '/sim/pay/refunds',
  access: SIMULATED,
  input: z.object({ tradeNo, refunds: z.enum(SIMULATED_REFUNDS) }),
  output: empty,
  summary: 'Set the outcome of the refunds of a simulated trade (not in production)',
});

export const settleSimulatedRefund = defineCall({
  id: 'payment.settleSimulatedRefund',
  method: 'POST',
  path: '/sim/pay/settle',
  access: SIMULATED,
  input: z.object({ providerNo, done: z.boolean() }),
  output: empty,
  summary: 'Complete a pending simulated refund and send its notification (not in production)',
});

export const readSimulatedBill = defineCall({
  id: 'payment.readSimulatedBill',
  method: 'GET',
  path: '/sim/pay/bill',
  access: SIMULATED,
  input: z.object({ day: z.iso.date() }),
  output: z.array(
    z.object({
      kind: z.enum(MOVEMENT_KINDS),
      tradeNo: z.string(),
      refundNo: z.string(),
      providerNo: z.string(),
      amountFen: z.number().int(),
      at: time,
    }),
  ),
  summary: 'Get the simulated payment provider’s bill of one day in China’s time zone (not in production)',
});
