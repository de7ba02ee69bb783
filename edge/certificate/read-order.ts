import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { ORDER_MACHINE, type OrderEvent, type OrderState } from '#core/certificate/states.ts';
import { AppError } from '#core/errors.ts';
import { statesThatAllow } from '#core/machine.ts';
import { certificateOrder, certificateOrderItem, seal } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { managesSeals, type SealTableRow } from '#edge/seal/access.ts';

export type OrderRow = Omit<typeof certificateOrder.$inferSelect, 'state'> & { state: OrderState };
export type ItemRow = typeof certificateOrderItem.$inferSelect;

export interface OrderWithItems {
  order: OrderRow;
  /** With the seal, unless it was deleted. */
  items: { item: ItemRow; seal: SealTableRow | null }[];
}

/** States of an open order, which can be revoked ([4.5b]). */
export const OPEN_STATES = statesThatAllow(ORDER_MACHINE, 'revoke' satisfies OrderEvent);

export const unchangedOrder = (row: Pick<OrderRow, 'id' | 'version'>) =>
  sql`select 1 from ${certificateOrder} where ${certificateOrder.id} = ${row.id} and ${certificateOrder.version} = ${row.version}`;

/** An order without a check of access: for jobs, and for calls that have checked the owner. */
export async function unsafeReadOrder({ db }: Context, orderId: string): Promise<OrderWithItems | null> {
  const [orders, items] = await db.batch([
    db.select().from(certificateOrder).where(eq(certificateOrder.id, orderId)),
    db
      .select({ item: certificateOrderItem, seal })
      .from(certificateOrderItem)
      .leftJoin(seal, and(eq(seal.id, certificateOrderItem.sealId), isNull(seal.deletedAt)))
      .where(eq(certificateOrderItem.orderId, orderId))
      .orderBy(asc(certificateOrderItem.sealId)),
  ]);
  const [order] = orders;
  return order ? { order, items } : null;
}

/** An order of the enterprise whose seals the actor manages. Throws NOT_FOUND, NO_PERMISSION. */
export async function readOrder(context: SignedInContext, orderId: string): Promise<OrderWithItems> {
  const order = await unsafeReadOrder(context, orderId);
  if (!order || order.order.ownerKey !== context.actor.ownerKey) throw new AppError('NOT_FOUND');
  if (!managesSeals(context.actor)) throw new AppError('NO_PERMISSION');
  return order;
}

/** The open order of a seal's application, or null. */
export async function openOrderOf({ db }: Context, sealId: string): Promise<string | null> {
  const [found] = await db
    .select({ id: certificateOrder.id })
    .from(certificateOrderItem)
    .innerJoin(certificateOrder, eq(certificateOrder.id, certificateOrderItem.orderId))
    .where(
      and(
        eq(certificateOrderItem.sealId, sealId),
        eq(certificateOrderItem.state, 'WAITING'),
        inArray(certificateOrder.state, OPEN_STATES),
      ),
    );
  return found?.id ?? null;
}
