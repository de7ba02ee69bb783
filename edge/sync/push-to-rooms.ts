import { ownerRoomId } from '#core/sync/owner-room.ts';
import type { Context } from '#edge/kernel/context.ts';
import { orderRoom } from './order-room.ts';

/**
 * Tells the open pages of some owners that something changed, through the room `events:{ownerRoomId}`. A page that misses
 * it sees the change at its next reading, so a room that does not answer is no failure.
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
