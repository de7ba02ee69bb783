import { ownerRoomId } from '#core/sync/owner-room.ts';
import type { Context } from '../context.ts';

/**
 * Tells the open pages of some owners that something changed, through the room `events:{ownerRoomId}`. A page that misses
 * it sees the change at its next reading, so a room that does not answer is no failure.
 */
export async function pushToRooms(
  context: Context,
  ownerKeys: string[],
  message: { event: string; taskId: string },
): Promise<void> {
  await Promise.all(
    ownerKeys.map(async (ownerKey) => {
      const url = new URL(`/parties/main/events:${ownerRoomId(ownerKey)}`, context.env.SYNC_URL);
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${context.env.INTERNAL_KEY}` },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(3_000),
      }).catch(() => null);
      await response?.body?.cancel();
    }),
  );
}
