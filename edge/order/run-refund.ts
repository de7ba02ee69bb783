import { and, asc, eq, lte, sql, sum } from 'drizzle-orm';
import { AppError, isAppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { REFUND_MACHINE } from '#core/order/states.ts';
import { purchasePayment, purchaseRefund } from '#db/schema/index.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import type { RefundState } from '#edge/payment/provider.ts';
import { openPayment } from '#edge/payment/providers.ts';
import { mayMove, moveOrder, noteOrder, unchanged, unsafeReadOrder } from './orders.ts';
import { voidInvoice } from './run-invoice.ts';

export type Refund = typeof purchaseRefund.$inferSelect;

const MINUTE_MS = 60_000;
/** Maximum number of refunds in one run of the job. */
const AT_ONCE = 50;
/** Exponent at which the polling interval stops growing: 1, 2, 4 … 64 minutes. */
const LONGEST_WAIT = 6;

/** Refund number for the automatic return of a payment. */
export const returnNumber = (paymentId: string): string => `RT${paymentId}`.slice(0, 30);

/**
 * Refund number at the provider. Each number that the provider closes for good is followed by one with a new suffix.
 */
export const refundNoOf = ({ number, tries }: Pick<Refund, 'number' | 'tries'>): string =>
  tries === 0 ? number : `${number}-${tries}`;

/** Runs every minute: requests or polls running refunds at their providers. */
export async function runRefunds(context: Context): Promise<void> {
  const rows = await context.db
    .select()
    .from(purchaseRefund)
    .where(and(eq(purchaseRefund.state, 'RUNNING'), lte(purchaseRefund.askAt, context.now)))
    .orderBy(asc(purchaseRefund.askAt))
    .limit(AT_ONCE);
  for (const row of rows) await driveRefund(atPresent(context), row);
}

/**
 * Advances a refund at its provider: requests it (idempotent by its number) or polls its state. Retries later if the
 * provider is unavailable; a refusal is stored as a failure for review.
 */
export async function driveRefund(context: Context, refund: Refund): Promise<void> {
  const [payment] = await context.db
    .select()
    .from(purchasePayment)
    .where(eq(purchasePayment.id, refund.paymentId));
  if (!payment) throw new AppError('NOT_FOUND');
  const trade = { tradeNo: payment.tradeNo, refundNo: refundNoOf(refund) };
  let answer: RefundState;
  try {
    // The invoice is reversed before the money is returned; until that succeeds, nothing is refunded.
    if (refund.kind !== 'RETURN') await voidInvoice(context, refund.orderId, '');
    const provider = openPayment(context, payment.method);
    const [all] = await context.db
      .select({ fen: sum(purchasePayment.paidFen) })
      .from(purchasePayment)
      .where(eq(purchasePayment.tradeNo, payment.tradeNo));
    answer =
      refund.providerRefundNo === ''
        ? await provider.refund({
            ...trade,
            amountFen: refund.amountFen,
            totalFen: Number(all?.fen ?? payment.paidFen),
            reason: refund.reason,
          })
        : await provider.askRefund(trade);
    // The provider may still carry it out: repeat it under the same number, because a new number could pay twice.
    if (answer.state === 'failed' && answer.why === 'UNKNOWN')
      answer = { state: 'running', providerRefundNo: '' };
  } catch (error) {
    if (isAppError(error) && error.name === 'PAYMENT_REFUSED') answer = { state: 'failed', why: error.name };
    else {
      noteFault('refund', error);
      answer = { state: 'running' };
    }
  }
  await settleRefund(context, refund.id, refundNoOf(refund), answer);
}

/**
 * Whether the provider closed the number of a failed refund for good, so that a retry needs a new one. Otherwise the
 * money may still be returned under the failed number. Throws PAYMENT_UNAVAILABLE if the provider does not report it.
 */
export async function isNumberSpent(context: Context, refund: Refund): Promise<boolean> {
  const [payment] = await context.db
    .select()
    .from(purchasePayment)
    .where(eq(purchasePayment.id, refund.paymentId));
  if (!payment) throw new AppError('NOT_FOUND');
  const provider = openPayment(context, payment.method);
  try {
    const said = await provider.askRefund({ tradeNo: payment.tradeNo, refundNo: refundNoOf(refund) });
    return said.state === 'failed' && said.isOver === true;
  } catch (error) {
    // A refused query says nothing about the refund: keep its number.
    if (isAppError(error) && error.name === 'PAYMENT_REFUSED') return false;
    throw error;
  }
}

/** Handles a provider's refund notification. Notifications about the number of an earlier try are ignored. */
export async function refundNoticed(
  context: Context,
  notice: { tradeNo: string; refundNo: string; refundedFen: number; state: 'done' | 'failed' },
): Promise<void> {
  const number = notice.refundNo.replace(/-\d+$/, '');
  const [row] = await context.db.select().from(purchaseRefund).where(eq(purchaseRefund.number, number));
  if (!row || (notice.state === 'done' && notice.refundedFen !== row.amountFen)) return;
  await settleRefund(context, row.id, notice.refundNo, {
    state: notice.state,
    ...(notice.state === 'failed' ? { why: 'PROVIDER' } : {}),
  });
}

/** Stores the outcome of a refund once: done, failed, or still running and to be polled later. */
const settleRefund = (
  context: Context,
  refundId: string,
  refundNo: string,
  answer: RefundState,
): Promise<void> => withRetry(() => settleOnce(context, refundId, refundNo, answer));

async function settleOnce(
  context: Context,
  refundId: string,
  refundNo: string,
  answer: RefundState,
): Promise<void> {
  const { db, now } = context;
  const [refund] = await db.select().from(purchaseRefund).where(eq(purchaseRefund.id, refundId));
  if (!refund || refundNoOf(refund) !== refundNo) return;
  if (answer.state === 'running') {
    const attempts = Math.max(0, Math.floor(Math.log2((now - refund.createdAt) / MINUTE_MS + 1)));
    const askAt = now + MINUTE_MS * 2 ** Math.min(attempts, LONGEST_WAIT);
    await db
      .update(purchaseRefund)
      .set({ askAt, providerRefundNo: answer.providerRefundNo ?? refund.providerRefundNo })
      .where(and(eq(purchaseRefund.id, refundId), eq(purchaseRefund.state, 'RUNNING')));
    return;
  }
  const state = next(REFUND_MACHINE, refund.state, answer.state === 'done' ? 'succeed' : 'fail');
  if (state === null) return;
  const order = await unsafeReadOrder(context, refund.orderId);
  const note = { amountFen: refund.amountFen, remark: refund.number };
  const [payment] = await db.select().from(purchasePayment).where(eq(purchasePayment.id, refund.paymentId));
  // Returning a late payment moves the closed order too; returning a duplicate or a wrong amount does not.
  const moves = refund.kind !== 'RETURN' || payment?.givenBack === 'LATE';
  const statements: Statement[] = [
    db
      .update(purchaseRefund)
      .set({
        state,
        providerRefundNo: answer.providerRefundNo ?? refund.providerRefundNo,
        failure: answer.state === 'failed' ? (answer.why ?? '').slice(0, 200) : '',
        doneAt: state === 'DONE' ? now : null,
      })
      .where(eq(purchaseRefund.id, refundId)),
    ...(state === 'DONE' && moves && mayMove(order, 'refundDone')
      ? moveOrder(context, order, 'refundDone', note)
      : noteOrder(context, order, state === 'DONE' ? 'returnDone' : 'refundFailed', note)),
    ...(state === 'DONE'
      ? [
          enqueue(context, `order:${order.id}`, noticeEffect, {
            accountId: order.buyerId,
            ownerKey: enterpriseKey(order.enterpriseId),
            category: 'system',
            template: 'ORDER_REFUNDED',
            params: { order: order.number, name: order.name },
            taskId: '',
          }),
        ]
      : []),
  ];
  await commit(
    context,
    [
      unchanged(order),
      sql`select 1 from ${purchaseRefund} where ${purchaseRefund.id} = ${refundId} and ${purchaseRefund.state} = ${refund.state} and ${purchaseRefund.tries} = ${refund.tries}`,
    ],
    statements,
  );
}
