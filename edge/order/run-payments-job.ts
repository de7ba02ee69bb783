import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { isAppError } from '#core/errors.ts';
import { OPEN_STATES } from '#core/order/states.ts';
import { purchase, purchasePayment } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { openPayment } from '#edge/payment/providers.ts';
import { moveOrder, type Order, type OrderNote, unchanged, unsafeReadOrder } from './orders.ts';
import { askProvider } from './pay-order.ts';
import type { Payment } from './settle-payment.ts';

const AT_ONCE = 50;
const ASK_AGAIN_MS = 60_000;

/**
 * Runs every minute: polls providers for payments without notification, then closes orders that were not paid in time.
 */
export async function runPaymentsJob(context: Context): Promise<void> {
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
    // Rescheduled before the poll, so that a payment that always fails does not block the others.
    await db
      .update(purchasePayment)
      .set({ askAt: now + ASK_AGAIN_MS })
      .where(eq(purchasePayment.id, payment.id));
    const order = await unsafeReadOrder(context, payment.orderId);
    // Signatures of providers are checked for their age, so each poll needs the current time.
    const present = atPresent(context);
    await quietly('payment asked for', () =>
      // An order that was revoked or paid by another attempt needs no second QR code.
      OPEN_STATES.includes(order.state) ? askProvider(present, payment) : endAttempt(present, payment),
    );
  }
}

// Literals, because SQLite does not use the index of open orders for a list of bound values.
const isOpen = sql`${purchase.state} in ('TO_PAY', 'PAYING')`;

async function closeOrders(context: Context): Promise<void> {
  const over = await context.db
    .select()
    .from(purchase)
    .where(and(isOpen, lte(purchase.payBefore, context.now)))
    .orderBy(asc(purchase.payBefore))
    .limit(AT_ONCE);
  for (const order of over)
    await quietly('order to close', () => endOrder(atPresent(context), order, 'expire'));
}

/**
 * Ends an unpaid order: closes each attempt at its provider first; an attempt that was paid meanwhile pays the order
 * instead. Returns whether the order ended. Throws if a provider is unavailable, which leaves the order open.
 */
export async function endOrder(
  context: Context,
  order: Order,
  event: 'expire' | 'revoke',
  note: OrderNote = {},
): Promise<boolean> {
  const waiting = await context.db
    .select()
    .from(purchasePayment)
    .where(and(eq(purchasePayment.orderId, order.id), eq(purchasePayment.state, 'WAITING')));
  for (const payment of waiting) if (!(await endAttempt(context, payment))) return false;
  try {
    await commit(context, [unchanged(order)], moveOrder(context, order, event, note));
    return true;
  } catch (error) {
    if (error instanceof GuardFailed) return false;
    throw error;
  }
}

/** Closes an attempt at its provider. Returns false, after booking the payment, if it was paid. */
async function endAttempt(context: Context, payment: Payment): Promise<boolean> {
  if ((await askProvider(context, payment)) === 'paid') return false;
  try {
    await openPayment(context, payment.method).close(payment.tradeNo);
  } catch (error) {
    if (!isAppError(error) || error.name !== 'PAYMENT_ALREADY_PAID') throw error;
    await askProvider(context, payment);
    return false;
  }
  // A payment in progress at that moment is found now, or later by its notification or the bill; then it counts as
  // late.
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
    noteFault(what, error);
  }
}
