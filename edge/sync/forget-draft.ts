import type { Context } from '#edge/kernel/context.ts';
import { orderRoom } from './order-room.ts';

/** Ends the room of a draft that was sent or deleted. Throws where it does not answer, so that it is ordered again. */
export async function forgetDraft(context: Context, { draftId }: { draftId: string }): Promise<void> {
  if (!(await orderRoom(context, `draft:${draftId}`, { method: 'DELETE' })))
    throw new Error('the room of a draft does not answer');
}
