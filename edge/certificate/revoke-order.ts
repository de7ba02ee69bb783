import { and, eq, sql } from 'drizzle-orm';
import { ORDER_MACHINE } from '#core/certificate/states.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { CERTIFICATE_MACHINE } from '#core/seal/states.ts';
import { certificateOrder, certificateOrderItem, seal } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { operatorOf, recordOf } from '#edge/seal/change-seal.ts';
import { readOrder, unchangedOrder } from './read-order.ts';

/**
 * Revokes an order ([4.5b]): cancels its pending items and restores the former state of their seals. Issued certificates
 * stay. Throws CERTIFICATE_ORDER_CLOSED for a closed one.
 */
export function revokeOrder({ orderId }: { orderId: string }, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { order, items } = await readOrder(context, orderId);
    const state = next(ORDER_MACHINE, order.state, 'revoke');
    if (state === null) throw new AppError('CERTIFICATE_ORDER_CLOSED');
    const { db, now } = context;
    const waiting = items.filter(({ item }) => item.state === 'WAITING');
    const seals = waiting.flatMap(({ seal: row }) => row ?? []);
    const back = next(CERTIFICATE_MACHINE, 'APPLYING', 'withdraw') ?? 'NOT_APPLIED';
    await commit(
      context,
      [
        unchangedOrder(order),
        ...seals.map(
          (row) =>
            sql`select 1 from ${seal} where ${seal.id} = ${row.id} and ${seal.version} = ${row.version}`,
        ),
      ],
      [
        ...seals.flatMap((row) => [
          db
            .update(seal)
            .set({
              certificateUpdate: 'NONE',
              ...(row.certificateStatus === 'APPLYING' ? { certificateStatus: back } : {}),
              version: row.version + 1,
            })
            .where(eq(seal.id, row.id)),
          recordOf(context, row.id, 'CERTIFICATE_WITHDRAWN', operatorOf(context)),
        ]),
        db
          .update(certificateOrderItem)
          .set({ state: 'REJECTED' })
          .where(and(eq(certificateOrderItem.orderId, order.id), eq(certificateOrderItem.state, 'WAITING'))),
        db
          .update(certificateOrder)
          .set({ state, endedAt: now, applicantSealed: null, version: order.version + 1 })
          .where(eq(certificateOrder.id, order.id)),
      ],
    );
    return null;
  });
}
