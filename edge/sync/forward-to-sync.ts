import type { Env } from '#edge/kernel/env.ts';
import { isFromForeignPage } from '#edge/kernel/http/enter.ts';

/**
 * Proxies WebSocket upgrades under /sync/ to the PartyKit server, so that browsers need only one origin.
 * `/sync/ROOM?token=…` becomes `/parties/main/ROOM?token=…`. Null for other requests. The room itself checks the token
 * (sync/server.ts); nothing else of the request (cookies, keys) is forwarded.
 */
export async function forwardToSync(request: Request, env: Env): Promise<Response | null> {
  const url = new URL(request.url);
  if (!url.pathname.startsWith('/sync/')) return null;
  if (request.headers.get('Upgrade') !== 'websocket') {
    return new Response('websocket only', { status: 426, headers: { Upgrade: 'websocket' } });
  }
  // Pages of any site can open a WebSocket; accept only those of the product.
  if (isFromForeignPage(request, env)) return new Response('no entry', { status: 403 });
  // The room compares its name with the one in the token literally, so decode %3A to a colon.
  const room = url.pathname.slice('/sync/'.length).replace('%3A', ':');
  const target = new URL(`/parties/main/${room}${url.search}`, env.SYNC_URL);
  const answer = await fetch(target, { headers: { Upgrade: 'websocket' } });
  if (answer.status === 101) return answer;
  // Do not expose error details of the inner server.
  await answer.body?.cancel();
  return new Response('no entry', { status: answer.status < 500 ? answer.status : 502 });
}
