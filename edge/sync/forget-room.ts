import { ownerRoomId } from '#core/sync/owner-room.ts';
import type { Context } from '#edge/kernel/context.ts';
import { orderRoom } from './order-room.ts';

/**
 * Closes the room of a draft that was sent or deleted. Throws if the room does not respond, so that the effect is
 * retried.
 */
export const forgetDraft = (context: Context, { draftId }: { draftId: string }): Promise<void> =>
  forgetRoom(context, `draft:${draftId}`);

/** Closes the room of a removed template. Throws like `forgetDraft`. */
export const forgetTemplate = (context: Context, { templateId }: { templateId: string }): Promise<void> =>
  forgetRoom(context, `template:${templateId}`);

/** Closes the room of a closed account's address book. Throws like `forgetDraft`. */
export const forgetContacts = (context: Context, { ownerKey }: { ownerKey: string }): Promise<void> =>
  forgetRoom(context, `contacts:${ownerRoomId(ownerKey)}`);

/** Closes the room of a newcomer's form. Throws like `forgetDraft`. */
export const forgetNewcomer = (context: Context, { newcomerId }: { newcomerId: string }): Promise<void> =>
  forgetRoom(context, `newcomer:${newcomerId}`);

async function forgetRoom(context: Context, room: string): Promise<void> {
  if (!(await orderRoom(context, room, { method: 'DELETE' })))
    throw new Error(`the room ${room.slice(0, room.indexOf(':'))} does not answer`);
}
