import { and, asc, eq, lte } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { receiveReturn as receiveCall, shipOrder as shipCall } from '#core/order/platform-calls.ts';
import type { OrderEvent } from '#core/order/states.ts';
import { DAY_MS } from '#core/time.ts';
import { purchase } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { moveOrder, type Order, type OrderNote, unchanged, unsafeReadOrder } from './orders.ts';

/** Time after which unconfirmed shipments count as arrived, and after which confirmed orders are complete. */
const ARRIVED_MS = 10 * DAY_MS;
const COMPLETE_MS = 7 * DAY_MS;

/** Marks an order as shipped. Throws ORDER_CHANGED if it has nothing to ship. */
export async function shipOrder(
  { orderId, carrier, trackingNumber }: ParsedInputOf<typeof shipCall>,
  context: SignedInContext,
): Promise<null> {
  const order = await unsafeReadOrder(context, orderId);
  const note = { operator: context.actor.name, remark: `${carrier} ${trackingNumber}` };
  await move(context, order, 'ship', note, { shippedAt: context.now, carrier, trackingNumber });
  return null;
}

/** Marks shipped goods as returned for a refund. Throws ORDER_CHANGED if nothing was shipped. */
export async function receiveReturn(
  { orderId }: ParsedInputOf<typeof receiveCall>,
  context: SignedInContext,
): Promise<null> {
  const order = await unsafeReadOrder(context, orderId);
  if (order.shippedAt === null) throw new AppError('ORDER_CHANGED');
  await move(context, order, 'receive', { operator: context.actor.name }, { returnedAt: context.now });
  return null;
}

/**
 * Runs every minute: confirms shipments that nobody confirmed in ten days and completes orders a week after their
 * confirmation.
 */
export async function runShipmentsJob(context: Context): Promise<void> {
  const { db, now } = context;
  const due = (state: 'SHIPPED' | 'CONFIRMED', column: SQLiteColumn, before: number) =>
    db
      .select()
      .from(purchase)
      .where(and(eq(purchase.state, state), lte(column, before)))
      .orderBy(asc(column))
      .limit(50);
  const [shipped, confirmed] = await db.batch([
    due('SHIPPED', purchase.shippedAt, now - ARRIVED_MS),
    due('CONFIRMED', purchase.confirmedAt, now - COMPLETE_MS),
  ]);
  for (const order of shipped) await quietly(move(context, order, 'confirm', {}, { confirmedAt: now }));
  for (const order of confirmed) await quietly(move(context, order, 'complete', {}, { deliveredAt: now }));
}

/** Ignores that the order changed concurrently: the next run checks again. */
const quietly = (work: Promise<void>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });

async function move(
  context: Context,
  order: Order,
  event: OrderEvent,
  note: OrderNote,
  changes: Partial<Order>,
): Promise<void> {
  await commit(
    context,
    [unchanged(order)],
    moveOrder(context, order, event, note, changes),
    new AppError('ORDER_CHANGED'),
  );
}
