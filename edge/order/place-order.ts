import { and, count, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { placeOrder as call } from '#core/order/calls.ts';
import { isFor } from '#core/order/packages.ts';
import { INVOICE_MACHINE, OPEN_STATES, ORDER_MACHINE } from '#core/order/states.ts';
import { purchase } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readableNumber } from '#edge/kernel/crypto/readable-number.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { enterprisesOf, type Order, tellOrder } from './orders.ts';
import { readPackage } from './packages.ts';

/** Maximum number of unpaid orders of one enterprise. */
const OPEN_ORDERS = 20;
const MINUTE_MS = 60_000;

/**
 * Places an order at the price that the buyer saw. Throws NOT_FOUND for an enterprise or a package that the buyer
 * cannot reach, PACKAGE_CHANGED if that version is no longer current or not on sale, ORDERS_OPEN if too many orders are
 * unpaid.
 */
export async function placeOrder(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { db, actor, now } = context;
  const [enterprises, offer, { paymentMinutes }] = await Promise.all([
    enterprisesOf(context, actor),
    readPackage(context, input.packageId),
    limitsInForce(context),
  ]);
  const buyer = enterprises.find(({ id }) => id === input.entId);
  if (!buyer || !isFor(offer.audience, buyer)) throw new AppError('NOT_FOUND');
  if (offer.version !== input.version || !offer.onSale) throw new AppError('PACKAGE_CHANGED');
  if (offer.goods === 'UKEY' && !input.shipTo) throw new AppError('INPUT_INVALID', {}, 'shipTo');
  const [open] = await db
    .select({ n: count() })
    .from(purchase)
    .where(and(eq(purchase.enterpriseId, buyer.id), inArray(purchase.state, OPEN_STATES)));
  if ((open?.n ?? 0) >= OPEN_ORDERS) throw new AppError('ORDERS_OPEN', { n: OPEN_ORDERS });
  const id = context.newId();
  const order: typeof purchase.$inferInsert & Pick<Order, 'enterpriseId' | 'buyerId'> = {
    id,
    number: readableNumber('OD', now),
    enterpriseId: buyer.id,
    buyerId: actor.accountId,
    buyerName: actor.name,
    packageId: offer.packageId,
    packageVersion: offer.version,
    goods: offer.goods,
    name: offer.name,
    count: input.count,
    quantity: offer.quantity * input.count,
    unitFen: offer.priceFen,
    amountFen: offer.priceFen * input.count,
    validDays: offer.validDays,
    state: ORDER_MACHINE.initial,
    invoiceState: INVOICE_MACHINE.initial,
    payBefore: now + paymentMinutes * MINUTE_MS,
    shipToSealed:
      offer.goods === 'UKEY'
        ? await context.keys.sealField(JSON.stringify(input.shipTo), `shipTo:${id}`)
        : '',
    createdAt: now,
  };
  const answer = { orderId: id, orderNumber: order.number };
  await commit(
    context,
    [],
    [
      db.insert(purchase).values(order),
      ...tellOrder(context, order, 'place', ORDER_MACHINE.initial, {
        operator: actor.name,
        amountFen: order.amountFen,
      }),
      ...context.remember(answer),
    ],
  );
  return answer;
}
