import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { can } from '#core/machine.ts';
import type { requestRefund as requestCall, withdrawRefund as withdrawCall } from '#core/order/calls.ts';
import { quoteRefund } from '#core/order/quote-refund.ts';
import { keeping, REFUND_MACHINE, type RefundableState } from '#core/order/states.ts';
import { creditLot, purchasePayment, purchaseRefund } from '#db/schema/index.ts';
import { hasLeft, isLotOf, putBackFromRefund, takeForRefund } from '#edge/credit/ledger.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readableNumber } from '#edge/kernel/crypto/readable-number.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { mayMove, moveOrder, type Order, readOrder, unchanged } from './orders.ts';
import type { Refund } from './run-refund.ts';
import { leftOf } from './view-order.ts';

/**
 * Requests a refund. Unused copies leave the balance with the request, so they cannot be spent during the review.
 * Throws ORDER_CHANGED, REFUND_NOTHING if nothing is refundable, REFUND_CHANGED if the amount differs from the one that
 * the buyer saw.
 */
export async function requestRefund(
  input: ParsedInputOf<typeof requestCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof requestCall>> {
  const { db, actor, now } = context;
  const order = await readOrder(context, input.orderId);
  if (!mayMove(order, 'refund')) throw new AppError('ORDER_CHANGED');
  const [[payment], [lot]] = await db.batch([
    db
      .select()
      .from(purchasePayment)
      .where(and(eq(purchasePayment.orderId, order.id), eq(purchasePayment.state, 'PAID'))),
    db
      .select()
      .from(creditLot)
      .where(isLotOf([order.id])),
  ]);
  const quote = quoteRefund({ ...order, remaining: lot ? leftOf(lot, now) : 0 }, input.kind);
  if (!quote || !payment) throw new AppError('REFUND_NOTHING');
  if (quote.amountFen !== input.amountFen) throw new AppError('REFUND_CHANGED');
  const operator = { id: actor.accountId, name: actor.name };
  const refund: typeof purchaseRefund.$inferInsert = {
    id: context.newId(),
    number: readableNumber('RF', now),
    orderId: order.id,
    paymentId: payment.id,
    kind: input.kind,
    state: REFUND_MACHINE.initial,
    amountFen: quote.amountFen,
    copies: quote.copies,
    reason: input.reason,
    description: input.description,
    requestedBy: actor.name,
    before: order.state as RefundableState,
    askAt: now,
    createdAt: now,
  };
  const answer = { refundId: refund.id };
  try {
    await commit(
      context,
      [unchanged(order), ...(lot && quote.copies > 0 ? [hasLeft(lot.id, quote.copies, now)] : [])],
      [
        db.insert(purchaseRefund).values(refund),
        ...(lot && quote.copies > 0 ? takeForRefund(context, lot.id, operator, order.number) : []),
        ...moveOrder(
          context,
          order,
          'refund',
          { operator: actor.name, remark: input.reason, amountFen: quote.amountFen },
          { refundedFen: order.refundedFen + quote.amountFen },
        ),
        ...context.remember(answer),
      ],
    );
  } catch (error) {
    if (error instanceof GuardFailed || isUniqueError(error)) throw new AppError('REFUND_CHANGED');
    throw error;
  }
  return answer;
}

/** Withdraws a refund that has not been reviewed. Throws ORDER_CHANGED. */
export async function withdrawRefund(
  { orderId }: ParsedInputOf<typeof withdrawCall>,
  context: SignedInContext,
): Promise<null> {
  const order = await readOrder(context, orderId);
  const [refund] = await context.db
    .select()
    .from(purchaseRefund)
    .where(and(eq(purchaseRefund.orderId, orderId), eq(purchaseRefund.state, 'REQUESTED')));
  if (!refund) throw new AppError('ORDER_CHANGED');
  await undoRefund(context, order, refund, 'withdraw', {});
  return null;
}

/**
 * Ends a request without a refund: returns the copies to the balance and the order to its previous state. Throws
 * ORDER_CHANGED.
 */
export async function undoRefund(
  context: SignedInContext,
  order: Order,
  refund: Refund,
  event: 'withdraw' | 'reject',
  more: Partial<Pick<Refund, 'reviewedBy' | 'reviewedAt' | 'reviewRemark'>>,
  beside: Statement[] = [],
): Promise<void> {
  const { db, actor } = context;
  if (!can(REFUND_MACHINE, refund.state, event) || refund.before === null || order.state !== 'REFUNDING')
    throw new AppError('ORDER_CHANGED');
  const [lot] = await db
    .select()
    .from(creditLot)
    .where(isLotOf([order.id]));
  const operator = { id: actor.accountId, name: actor.name };
  await commit(
    context,
    [unchanged(order), refundStands(refund)],
    [
      db
        .update(purchaseRefund)
        .set({ ...more, state: event === 'reject' ? 'REJECTED' : 'WITHDRAWN' })
        .where(eq(purchaseRefund.id, refund.id)),
      ...(lot && refund.copies > 0
        ? putBackFromRefund(context, lot.id, refund.copies, operator, order.number)
        : []),
      ...moveOrder(
        context,
        order,
        keeping(refund.before),
        { operator: actor.name, remark: more.reviewRemark ?? '' },
        { refundedFen: order.refundedFen - refund.amountFen },
      ),
      ...beside,
    ],
    new AppError('ORDER_CHANGED'),
  );
}

/** Guard that holds while a refund still has the state and the number of tries that were read. */
export const refundStands = (refund: Refund) =>
  sql`select 1 from ${purchaseRefund} where ${purchaseRefund.id} = ${refund.id} and ${inArray(purchaseRefund.state, [refund.state])} and ${purchaseRefund.tries} = ${refund.tries}`;
