import { and, desc, eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError, isAppError } from '#core/errors.ts';
import type { askPayment as askCall, payOrder as payCall } from '#core/order/calls.ts';
import { OPEN_STATES, payStateOf } from '#core/order/states.ts';
import { purchasePayment } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { readableNumber } from '#edge/kernel/crypto/readable-number.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { notifyUrlOf, openPayment } from '#edge/payment/providers.ts';
import { moveOrder, type Order, readOrder, unchanged } from './orders.ts';
import { type Payment, settlePayment } from './settle-payment.ts';

/** Delay in ms before the job polls the provider for the first time; the notification should have arrived by then. */
const FIRST_ASK_MS = 60_000;
/** Minimum interval in ms between two polls triggered by the buyer's page. */
const ASK_EVERY_MS = 3_000;

/**
 * QR code for an order: one per provider, reused while the order waits for payment. The attempt is stored before the
 * provider is called, so a notification that arrives before the provider's response finds it. Throws ORDER_CHANGED if
 * the order does not wait for a payment, ORDER_PAY_TIME_OVER, PAYMENT_NOT_OFFERED, PAYMENT_UNAVAILABLE.
 */
export async function payOrder(
  { orderId, method }: ParsedInputOf<typeof payCall>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof payCall>> {
  const provider = openPayment(context, method);
  const order = await readOrder(context, orderId);
  if (!OPEN_STATES.includes(order.state)) throw new AppError('ORDER_CHANGED');
  if (order.payBefore <= context.now) throw new AppError('ORDER_PAY_TIME_OVER');
  const payment =
    (await waitingPayment(context, order.id, method)) ?? (await beginAttempt(context, order, method));
  const answer = { payBefore: order.payBefore, amountFen: order.amountFen };
  if (payment.qr !== '') return { ...answer, qr: payment.qr };
  try {
    const { qr } = await provider.begin({
      tradeNo: payment.tradeNo,
      amountFen: payment.amountFen,
      subject: order.name,
      expiresAt: new Date(payment.expiresAt),
      notifyUrl: notifyUrlOf(context.env, method, request),
    });
    await context.db.update(purchasePayment).set({ qr }).where(eq(purchasePayment.id, payment.id));
    return { ...answer, qr };
  } catch (error) {
    if (!isAppError(error) || error.name !== 'PAYMENT_ALREADY_PAID') throw error;
    await askProvider(context, payment);
    throw new AppError('ORDER_CHANGED');
  }
}

async function waitingPayment(
  { db }: Context,
  orderId: string,
  method: Payment['method'],
): Promise<Payment | undefined> {
  const [row] = await db
    .select()
    .from(purchasePayment)
    .where(
      and(
        eq(purchasePayment.orderId, orderId),
        eq(purchasePayment.method, method),
        eq(purchasePayment.state, 'WAITING'),
      ),
    )
    .orderBy(desc(purchasePayment.createdAt))
    .limit(1);
  return row;
}

async function beginAttempt(
  context: SignedInContext,
  order: Order,
  method: Payment['method'],
): Promise<Payment> {
  const { db, now } = context;
  const payment: typeof purchasePayment.$inferInsert = {
    id: context.newId(),
    orderId: order.id,
    tradeNo: readableNumber('PT', now),
    method,
    amountFen: order.amountFen,
    state: 'WAITING',
    createdAt: now,
    expiresAt: order.payBefore,
    askAt: now + FIRST_ASK_MS,
  };
  try {
    await commit(
      context,
      [unchanged(order)],
      [
        db.insert(purchasePayment).values(payment),
        ...moveOrder(context, order, 'begin', { operator: context.actor.name }),
      ],
    );
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    // A concurrent request created an attempt first: use its QR code.
    const theirs = await waitingPayment(context, order.id, method);
    if (!theirs) throw new AppError('ORDER_CHANGED');
    return theirs;
  }
  const [row] = await db.select().from(purchasePayment).where(eq(purchasePayment.id, payment.id));
  return row!;
}

/** Polls the provider for one attempt and books the payment if it arrived. Returns the state at the provider. */
export async function askProvider(
  context: Context,
  payment: Payment,
): Promise<'paid' | 'waiting' | 'closed' | 'unknown'> {
  const said = await openPayment(context, payment.method).ask(payment.tradeNo);
  if (said.state !== 'paid') return said.state;
  // Do not trust a "paid" without amount or provider number.
  if (!said.providerNo || said.paidFen === undefined) throw new AppError('PAYMENT_UNAVAILABLE');
  await settlePayment(context, {
    provider: payment.method,
    tradeNo: payment.tradeNo,
    providerNo: said.providerNo,
    paidFen: said.paidFen,
    paidAt: said.paidAt?.getTime() ?? context.now,
  });
  return 'paid';
}

/** Payment state of an order; polls the provider at most once in three seconds. */
export async function askPayment(
  { orderId }: ParsedInputOf<typeof askCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof askCall>> {
  const order = await readOrder(context, orderId);
  if (OPEN_STATES.includes(order.state)) {
    const due = await context.db
      .update(purchasePayment)
      .set({ asked: context.now })
      .where(
        and(
          eq(purchasePayment.orderId, orderId),
          eq(purchasePayment.state, 'WAITING'),
          sql`${purchasePayment.asked} < ${context.now - ASK_EVERY_MS}`,
        ),
      )
      .returning();
    for (const payment of due) await askProvider(context, payment);
  }
  const { state } = await readOrder(context, orderId);
  return { orderStatus: state, payStatus: payStateOf(state) };
}
