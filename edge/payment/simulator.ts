import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { chinaDayBounds } from '#core/china-time.ts';
import { AppError } from '#core/errors.ts';
import { sameSecret } from '#core/same-secret.ts';
import { simulatedMovement, simulatedTrade } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { PaymentProvider, RefundState } from './provider.ts';

/** Maximum age of notifications in ms, the same as for WeChat Pay. */
const NOTICE_AGE_MS = 5 * 60_000;

const SIGNATURE = 'x-simulator-signature';
const MERCHANT = 'simulated-merchant';

type Movement = typeof simulatedMovement.$inferSelect;

/**
 * A provider operated by hand at /sim/pay, both as payer and as clerk. Allows what a real one would not: payments of a
 * wrong amount, duplicate and late ones. Throws PAYMENT_NOT_OFFERED in mode `pro`.
 */
export function openSimulator(context: Context): PaymentProvider {
  const { db, env, now, keys } = context;
  if (env.SIGNET_MODE === 'pro') throw new AppError('PAYMENT_NOT_OFFERED');

  const tradeOf = async (tradeNo: string) =>
    (await db.select().from(simulatedTrade).where(eq(simulatedTrade.tradeNo, tradeNo)))[0];
  const firstPayment = async (tradeNo: string) =>
    (
      await db
        .select()
        .from(simulatedMovement)
        .where(and(eq(simulatedMovement.tradeNo, tradeNo), eq(simulatedMovement.kind, 'PAYMENT')))
        .orderBy(asc(simulatedMovement.at), asc(simulatedMovement.providerNo))
        .limit(1)
    )[0];
  const refundOf = async (tradeNo: string, refundNo: string) =>
    (
      await db
        .select()
        .from(simulatedMovement)
        .where(and(eq(simulatedMovement.tradeNo, tradeNo), eq(simulatedMovement.refundNo, refundNo)))
    )[0];

  return {
    name: 'simulator',

    async begin({ tradeNo, amountFen, subject, expiresAt, notifyUrl }) {
      await db
        .insert(simulatedTrade)
        .values({ tradeNo, amountFen, subject, notifyUrl, expiresAt: expiresAt.getTime(), createdAt: now })
        .onConflictDoNothing();
      const trade = await tradeOf(tradeNo);
      if (await firstPayment(tradeNo)) throw new AppError('PAYMENT_ALREADY_PAID');
      if (!trade || trade.amountFen !== amountFen || trade.closedAt !== null)
        throw new AppError('PAYMENT_REFUSED');
      return { qr: new URL(`/sim/pay?tradeNo=${encodeURIComponent(tradeNo)}`, notifyUrl).href };
    },

    async ask(tradeNo) {
      const trade = await tradeOf(tradeNo);
      if (!trade) return { state: 'unknown' };
      const paid = await firstPayment(tradeNo);
      if (paid)
        return {
          state: 'paid',
          providerNo: paid.providerNo,
          paidFen: paid.amountFen,
          paidAt: new Date(paid.at),
        };
      return { state: trade.closedAt !== null || trade.expiresAt <= now ? 'closed' : 'waiting' };
    },

    async close(tradeNo) {
      if (await firstPayment(tradeNo)) throw new AppError('PAYMENT_ALREADY_PAID');
      await db
        .update(simulatedTrade)
        .set({ closedAt: sql`coalesce(${simulatedTrade.closedAt}, ${now})` })
        .where(eq(simulatedTrade.tradeNo, tradeNo));
    },

    async refund({ tradeNo, refundNo, amountFen }) {
      const trade = await tradeOf(tradeNo);
      if (!trade) return { state: 'failed', why: 'TRADE_UNKNOWN' };
      const state = ({ AT_ONCE: 'DONE', BY_HAND: 'RUNNING', FAIL: 'FAILED' } as const)[trade.refunds];
      // A single statement, so that two concurrent refunds do not return more than was paid.
      const rest = sql`(select coalesce(sum(case when kind = 'PAYMENT' then amount_fen
        when state = 'FAILED' then 0 else -amount_fen end), 0) from simulated_movement where trade_no = ${tradeNo})`;
      const no = `SR${context.newId()}`;
      await db
        .insert(simulatedMovement)
        .select(
          sql`select ${no}, 'REFUND', ${tradeNo}, ${refundNo}, ${amountFen}, ${state}, ${now} where ${rest} >= ${amountFen}`,
        )
        .onConflictDoNothing();
      const refund = await refundOf(tradeNo, refundNo);
      if (!refund) return { state: 'failed', why: 'MORE_THAN_IS_LEFT' };
      if (refund.amountFen !== amountFen) throw new AppError('PAYMENT_REFUSED');
      return stateOf(refund);
    },

    async askRefund({ tradeNo, refundNo }) {
      const refund = await refundOf(tradeNo, refundNo);
      return refund ? stateOf(refund) : { state: 'failed', why: 'UNKNOWN' };
    },

    async read({ headers, body }) {
      const refuse = (why: string) => new AppError('PAYMENT_NOTICE_REFUSED', { why });
      const signature = await keys.indexOf(body, 'simulated-payment');
      if (!(await sameSecret(headers.get(SIGNATURE) ?? '', signature))) throw refuse('signature');
      const said = noticeBody.parse(JSON.parse(body));
      if (said.merchant !== MERCHANT) throw refuse('merchant');
      if (said.currency !== 'CNY') throw refuse('currency');
      if (Math.abs(now - said.sentAt) > NOTICE_AGE_MS) throw refuse('age');
      const { tradeNo, refundNo, amountFen } = said;
      if (said.kind === 'REFUND')
        return {
          kind: 'refund',
          tradeNo,
          refundNo,
          refundedFen: amountFen,
          state: said.state === 'DONE' ? 'done' : 'failed',
        };
      return {
        kind: 'payment',
        tradeNo,
        providerNo: said.providerNo,
        paidFen: amountFen,
        paidAt: new Date(said.at),
      };
    },

    reply: (taken) => new Response(taken ? 'taken' : 'refused', { status: taken ? 200 : 403 }),

    async bill(day) {
      const [from, to] = chinaDayBounds(day);
      const rows = await db
        .select()
        .from(simulatedMovement)
        .where(
          and(
            eq(simulatedMovement.state, 'DONE'),
            gte(simulatedMovement.at, from),
            lt(simulatedMovement.at, to),
          ),
        )
        .orderBy(asc(simulatedMovement.at), asc(simulatedMovement.providerNo));
      return rows.map(({ kind, tradeNo, refundNo, providerNo, amountFen, at }) => ({
        kind: kind === 'PAYMENT' ? 'payment' : 'refund',
        tradeNo,
        ...(kind === 'REFUND' ? { refundNo } : {}),
        providerNo,
        amountFen,
        at: new Date(at),
      }));
    },
  };
}

const stateOf = ({ state, providerNo }: Movement): RefundState => ({
  state: ({ RUNNING: 'running', DONE: 'done', FAILED: 'failed' } as const)[state],
  providerRefundNo: providerNo,
  ...(state === 'FAILED' ? { why: 'SIMULATED_FAILURE', isOver: true } : {}),
});

const noticeBody = z.object({
  merchant: z.string(),
  currency: z.string(),
  sentAt: z.number(),
  kind: z.enum(['PAYMENT', 'REFUND']),
  tradeNo: z.string(),
  refundNo: z.string(),
  providerNo: z.string(),
  amountFen: z.number().int(),
  state: z.string(),
  at: z.number(),
});

/** Builds the request by which the simulated provider notifies of a payment or refund. */
export async function simulatedNotice(
  { keys, now }: Context,
  trade: { notifyUrl: string },
  movement: Movement,
): Promise<Request> {
  const said = { ...movement, merchant: MERCHANT, currency: 'CNY', sentAt: now } satisfies z.input<
    typeof noticeBody
  >;
  const body = JSON.stringify(said);
  const headers = { [SIGNATURE]: await keys.indexOf(body, 'simulated-payment') };
  return new Request(trade.notifyUrl, { method: 'POST', headers, body });
}
