import type { OrderKind } from '#core/certificate/states.ts';
import { certificateOrder, certificateOrderItem } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { readableNumber } from '#edge/kernel/crypto/readable-number.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

export interface NewOrder {
  kind: OrderKind;
  ownerKey: string;
  ownerName: string;
  /** All of one category. */
  seals: readonly { id: string; name: string; category: string }[];
  creator: { id: string; name: string };
}

/** Statements of an order for certificates ([3.6b]); write them in one commit with the change of its seals. */
export function placeOrder(
  context: Context,
  { kind, ownerKey, ownerName, seals, creator }: NewOrder,
): { orderId: string; statements: Statement[] } {
  const { db, now } = context;
  const orderId = context.newId();
  return {
    orderId,
    statements: [
      db.insert(certificateOrder).values({
        id: orderId,
        number: readableNumber('CA', now),
        ownerKey,
        ownerName,
        sealCategory: seals[0]!.category,
        kind,
        state: 'IN_PROGRESS',
        count: seals.length,
        creatorId: creator.id,
        creatorName: creator.name,
        createdAt: now,
      }),
      db
        .insert(certificateOrderItem)
        .values(seals.map((seal) => ({ orderId, sealId: seal.id, sealName: seal.name, state: 'WAITING' }))),
    ],
  };
}
