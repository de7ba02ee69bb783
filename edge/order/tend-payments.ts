import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { isAppError } from '#core/errors.ts';
import { OPEN_STATES } from '#core/order/states.ts';
import { purchase, purchasePayment } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { describeError } from '#edge/kernel/describe-error.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { openPayment } from '#edge/payment/providers.ts';
import { moveOrder, type Order, type Told, unchanged, unsafeReadOrder } from './orders.ts';
import { askProvider } from './pay-order.ts';
import type { Payment } from './settle-payment.ts';

const AT_ONCE = 50;
const ASK_AGAIN_MS = 60_000;

/** A minute's job: asks providers for payments whose notification did not come, then closes what was not paid in time. */
export async function tendPayments(context: Context): Promise<void> {
  await askForPayments(context);
  await closeOrders(context);
}

async function askForPayments(context: Context): Promise<void> {
  const { db, now } = context;
  const due = await db
    .select()
    .from(purchasePayment)
    .where(and(eq(purchasePayment.state, 'WAITING'), lte(purchasePayment.askAt, now)))
    .orderBy(asc(purchasePayment.askAt))
    .limit(AT_ONCE);
  for (const payment of due) {
    // Before the question, so that one that always fails does not stand in the way of the others.
    await db
      .update(purchasePayment)
      .set({ askAt: now + ASK_AGAIN_MS })
      .where(eq(purchasePayment.id, payment.id));
    const order = await unsafeReadOrder(context, payment.orderId);
    // What providers sign is checked for its age, so each question has the time at which it is asked.
    const present = atPresent(context);
    await quietly('payment asked for', () =>
      // An order that was paid otherwise, or revoked, needs no second QR.
      OPEN_STATES.includes(order.state) ? askProvider(present, payment) : endAttempt(present, payment),
    );
  }
}

async function closeOrders(context: Context): Promise<void> {
  const over = await context.db
    .select()
    .from(purchase)
    .where(and(inArray(purchase.state, OPEN_STATES), lte(purchase.payBefore, context.now)))
    .orderBy(asc(purchase.payBefore))
    .limit(AT_ONCE);
  for (const order of over)
    await quietly('order to close', () => endOrder(atPresent(context), order, 'expire'));
}

/**
 * Ends an order that is not paid: each attempt is ended at its provider first, and one that was paid meanwhile pays the
 * order instead. Returns whether it ended. Throws where a provider does not answer: then the order stays open.
 */
export async function endOrder(
  context: Context,
  order: Order,
  event: 'expire' | 'revoke',
  told: Told = {},
): Promise<boolean> {
  const waiting = await context.db
    .select()
    .from(purchasePayment)
    .where(and(eq(purchasePayment.orderId, order.id), eq(purchasePayment.state, 'WAITING')));
  for (const payment of waiting) if (!(await endAttempt(context, payment))) return false;
  try {
    await commit(context, [unchanged(order)], moveOrder(context, order, event, told));
    return true;
  } catch (error) {
    if (error instanceof GuardFailed) return false;
    throw error;
  }
}

/** Ends an attempt at its provider; false where it was paid, which is booked. */
async function endAttempt(context: Context, payment: Payment): Promise<boolean> {
  if ((await askProvider(context, payment)) === 'paid') return false;
  try {
    await openPayment(context, payment.method).close(payment.tradeNo);
  } catch (error) {
    if (!isAppError(error) || error.name !== 'PAYMENT_ALREADY_PAID') throw error;
    await askProvider(context, payment);
    return false;
  }
  // A payment under way at that moment is seen now, or later by its notification or the bill: it comes late then.
  if ((await askProvider(context, payment)) === 'paid') return false;
  await context.db
    .update(purchasePayment)
    .set({ state: 'CLOSED' })
    .where(and(eq(purchasePayment.id, payment.id), eq(purchasePayment.state, 'WAITING')));
  return true;
}

async function quietly(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`${what}:`, describeError(error));
  }
}
