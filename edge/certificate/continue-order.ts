import { eq } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import type { continueOrder as call } from '#core/certificate/calls.ts';
import { ORDER_MACHINE } from '#core/certificate/states.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { certificateOrder } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { carryOutOrder } from './carry-out-order.ts';
import { OPEN_STATES, readOrder, unchangedOrder } from './read-order.ts';

type Input = { orderId: string };

/** Asks the authority for the state of an open order ([4.5b]); a closed one is only read. */
export async function refreshOrder(
  { orderId }: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  await readOrder(context, orderId);
  await carryOutOrder(context, orderId);
  const { order } = await readOrder(context, orderId);
  return { status: order.state, reason: order.reason };
}

/**
 * Continues an open order ([4.4b], [4.5b]): one that the authority postponed is submitted again. Throws
 * CERTIFICATE_ORDER_CLOSED for a closed one.
 */
export async function continueOrder(input: Input, context: SignedInContext): Promise<OutputOf<typeof call>> {
  await withRetry(async () => {
    const { order } = await readOrder(context, input.orderId);
    if (!OPEN_STATES.includes(order.state)) throw new AppError('CERTIFICATE_ORDER_CLOSED');
    const state = next(ORDER_MACHINE, order.state, 'resume');
    if (state === null) return;
    await commit(
      context,
      [unchangedOrder(order)],
      [
        context.db
          .update(certificateOrder)
          .set({ state, reason: '', version: order.version + 1 })
          .where(eq(certificateOrder.id, order.id)),
      ],
    );
  });
  return refreshOrder(input, context);
}
