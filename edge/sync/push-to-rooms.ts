import { ownerRoomId } from '#core/sync/owner-room.ts';
import type { Context } from '#edge/kernel/context.ts';
import { orderRoom } from './order-room.ts';

/**
 * Notifies the owners' open pages of a change, through the room `events:{ownerRoomId}`. Pages that miss it see the
 * change at their next fetch, so an unresponsive room is not an error.
 */
export async function pushToRooms(
  context: Context,
  { ownerKeys, ...message }: { ownerKeys: string[]; event: string; taskId: string },
): Promise<void> {
  await Promise.all(
    ownerKeys.map((ownerKey) =>
      orderRoom(context, `events:${ownerRoomId(ownerKey)}`, { method: 'POST', body: message }),
    ),
  );
}
