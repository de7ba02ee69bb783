import type { Context } from '#edge/kernel/context.ts';

type Order = { method: 'POST'; body: unknown } | { method: 'DELETE'; query?: string };

/**
 * Sends a command to a room, authenticated with the edge's key. Returns whether it succeeded; false if the room does
 * not respond.
 */
export async function orderRoom({ env }: Context, room: string, order: Order): Promise<boolean> {
  const url = new URL(`/parties/main/${room}`, env.SYNC_URL);
  if (order.method === 'DELETE') url.search = order.query ?? '';
  const response = await fetch(url, {
    method: order.method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${env.INTERNAL_KEY}` },
    ...(order.method === 'POST' ? { body: JSON.stringify(order.body) } : {}),
    signal: AbortSignal.timeout(3_000),
  }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok ?? false;
}
