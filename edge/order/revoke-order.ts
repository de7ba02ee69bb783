import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { confirmReceipt as confirmCall, revokeOrder as revokeCall } from '#core/order/calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { mayMove, moveOrder, readOrder, unchanged } from './orders.ts';
import { endOrder } from './run-payments-job.ts';

/** Revokes an unpaid order. Throws ORDER_CHANGED if it was paid or has ended. */
export async function revokeOrder(
  { orderId }: ParsedInputOf<typeof revokeCall>,
  context: SignedInContext,
): Promise<null> {
  const order = await readOrder(context, orderId);
  if (!mayMove(order, 'revoke')) throw new AppError('ORDER_CHANGED');
  if (!(await endOrder(context, order, 'revoke', { operator: context.actor.name })))
    throw new AppError('ORDER_CHANGED');
  return null;
}

/** Confirms that shipped goods arrived. Throws ORDER_CHANGED if the order is not in shipment. */
export async function confirmReceipt(
  { orderId }: ParsedInputOf<typeof confirmCall>,
  context: SignedInContext,
): Promise<null> {
  const order = await readOrder(context, orderId);
  const note = { operator: context.actor.name };
  const statements = moveOrder(context, order, 'confirm', note, { confirmedAt: context.now });
  await commit(context, [unchanged(order)], statements, new AppError('ORDER_CHANGED'));
  return null;
}
