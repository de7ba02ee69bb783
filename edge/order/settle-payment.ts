import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { judgePayment } from '#core/order/judge-payment.ts';
import type { ReturnReason } from '#core/order/states.ts';
import type { PaymentProviderName } from '#core/payment/provider-names.ts';
import { DAY_MS } from '#core/time.ts';
import { purchasePayment, purchaseRefund } from '#db/schema/index.ts';
import { grantCredits } from '#edge/credit/ledger.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import type { paymentNoticed } from '#edge/payment/effects.ts';
import { moveOrder, noteOrder, type Order, unchanged, unsafeReadOrder } from './orders.ts';
import { refundNoticed, returnNumber } from './run-refund.ts';

export type Payment = typeof purchasePayment.$inferSelect;

/** A payment as reported by a provider. */
export interface ArrivedPayment {
  provider: PaymentProviderName;
  tradeNo: string;
  providerNo: string;
  paidFen: number;
  /** Epoch ms. */
  paidAt: number;
}

/** Handles an accepted notification. Notifications about trades unknown here are left to the reconciliation. */
export async function takeNotice(
  context: Context,
  { provider, notice }: z.output<typeof paymentNoticed.payload>,
): Promise<void> {
  if (notice.kind === 'refund') return refundNoticed(context, notice);
  await settlePayment(context, { ...notice, provider, paidAt: notice.paidAt.getTime() });
}

/**
 * Books a payment: marks the order as paid and credits its copies, or returns a payment that is late, duplicate or of a
 * wrong amount. Idempotent by trade and provider number, so notification, polling and reconciliation may all report it.
 */
export const settlePayment = (context: Context, arrived: ArrivedPayment): Promise<void> =>
  withRetry(() => settleOnce(context, arrived));

async function settleOnce(context: Context, arrived: ArrivedPayment): Promise<void> {
  const { db, now } = context;
  const rows = await db
    .select()
    .from(purchasePayment)
    .where(and(eq(purchasePayment.tradeNo, arrived.tradeNo), eq(purchasePayment.method, arrived.provider)))
    .orderBy(asc(purchasePayment.createdAt));
  const [first] = rows;
  if (!first || rows.some(({ providerNo }) => providerNo === arrived.providerNo)) return;
  const order = await unsafeReadOrder(context, first.orderId);
  const verdict = judgePayment(order, arrived.paidFen);
  const facts = {
    state: verdict.payment,
    providerNo: arrived.providerNo,
    paidFen: arrived.paidFen,
    paidAt: arrived.paidAt,
    givenBack: verdict.giveBack,
  };
  // An unpaid attempt of the trade is filled in; a second payment of the same trade becomes a row of its own.
  const attempt = rows.find(({ providerNo }) => providerNo === '');
  const id = attempt?.id ?? context.newId();
  const note = { amountFen: arrived.paidFen, remark: arrived.tradeNo };
  const statements: Statement[] = [
    attempt
      ? db.update(purchasePayment).set(facts).where(eq(purchasePayment.id, id))
      : db.insert(purchasePayment).values({ ...first, ...facts, id, createdAt: now }),
    ...(verdict.event === null
      ? noteOrder(context, order, 'returnTwice', note)
      : moveOrder(
          context,
          order,
          verdict.event,
          note,
          verdict.giveBack === null ? paid(order, arrived, now) : {},
        )),
    ...(verdict.giveBack === null
      ? deliver(context, order)
      : [giveBack(context, order, { ...first, ...facts, id }, verdict.giveBack)]),
  ];
  try {
    await commit(
      context,
      [
        unchanged(order),
        ...(attempt
          ? [
              sql`select 1 from ${purchasePayment} where ${purchasePayment.id} = ${id} and ${inArray(purchasePayment.state, ['WAITING', 'CLOSED'])}`,
            ]
          : []),
      ],
      statements,
    );
  } catch (error) {
    // The same payment was reported twice at once.
    if (isUniqueError(error)) return;
    throw error;
  }
}

const paid = (order: Order, { paidFen, paidAt }: ArrivedPayment, now: number) => ({
  paidFen,
  // The provider's clock may be ahead: do not store a payment time in the future.
  paidAt: Math.min(paidAt, now),
  deliveredAt: order.goods === 'COPIES' ? now : null,
});

/** Copies are credited with the payment; shipped goods wait for the platform. Notifies the buyer. */
const deliver = (context: Context, order: Order): Statement[] => [
  ...(order.goods === 'COPIES'
    ? grantCredits(context, {
        enterpriseId: order.enterpriseId,
        source: 'PURCHASE',
        quantity: order.quantity,
        expiresAt: order.validDays === null ? null : context.now + order.validDays * DAY_MS,
        operator: { id: order.buyerId, name: order.buyerName },
        remark: order.number,
        orderId: order.id,
      })
    : []),
  enqueue(context, `order:${order.id}`, noticeEffect, {
    accountId: order.buyerId,
    ownerKey: enterpriseKey(order.enterpriseId),
    category: 'system',
    template: 'ORDER_PAID',
    params: { order: order.number, name: order.name },
    taskId: '',
  }),
];

/** Returns money that must not be kept, once per payment. */
const giveBack = (context: Context, order: Order, payment: Payment, why: ReturnReason): Statement =>
  context.db
    .insert(purchaseRefund)
    .values({
      id: context.newId(),
      number: returnNumber(payment.id),
      orderId: order.id,
      paymentId: payment.id,
      kind: 'RETURN',
      state: 'RUNNING',
      amountFen: payment.paidFen,
      reason: why,
      askAt: context.now,
      createdAt: context.now,
    })
    .onConflictDoNothing();
