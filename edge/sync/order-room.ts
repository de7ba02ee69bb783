import type { BookOrder } from '#core/contact/program-book.ts';
import { AppError } from '#core/errors.ts';
import type { Context } from '#edge/kernel/context.ts';
import { KIND } from '#edge/kernel/span.ts';
import { traced, traceHeaders } from '#edge/kernel/trace.ts';

type Order = { method: 'POST'; body: unknown } | { method: 'DELETE'; query?: string };

/**
 * Sends a command to a room, authenticated with the edge's key. Returns whether it succeeded; false if the room does
 * not respond.
 */
export async function orderRoom(context: Context, room: string, order: Order): Promise<boolean> {
  const response = await send(context, room, order, 3_000);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

/** Has the room of an address book list or change contacts. Throws UNAVAILABLE if it does not answer. */
export async function askRoom(context: Context, room: string, order: BookOrder): Promise<unknown> {
  const response = await send(context, room, { method: 'PUT', body: order }, 10_000);
  if (response?.ok) return response.json();
  await response?.body?.cancel();
  throw new AppError('UNAVAILABLE');
}

function send(
  { env, requestId }: Context,
  room: string,
  order: Order | { method: 'PUT'; body: BookOrder },
  ms: number,
): Promise<Response | null> {
  const url = new URL(`/parties/main/${room}`, env.SYNC_URL);
  if ('query' in order) url.search = order.query ?? '';
  return traced(`sync ${order.method}`, { kind: KIND.client }, () =>
    fetch(url, {
      method: order.method,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${env.INTERNAL_KEY}`,
        'X-Request-Id': requestId,
        ...traceHeaders(),
      },
      ...('body' in order ? { body: JSON.stringify(order.body) } : {}),
      signal: AbortSignal.timeout(ms),
    }).catch(() => null),
  );
}
