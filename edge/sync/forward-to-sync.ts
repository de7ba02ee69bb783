import type { Env } from '#edge/kernel/env.ts';
import { isFromForeignPage } from '#edge/kernel/http/enter.ts';

/**
 * Passes websocket upgrades under /sync/ on to the PartyKit server, so that a browser knows one address only.
 * `/sync/ROOM?token=…` becomes `/parties/main/ROOM?token=…` there. Null for every other request. The token is
 * checked by the room itself (sync/server.ts); nothing else of the request (cookies, keys) is passed on.
 */
export async function forwardToSync(request: Request, env: Env): Promise<Response | null> {
  const url = new URL(request.url);
  if (!url.pathname.startsWith('/sync/')) return null;
  if (request.headers.get('Upgrade') !== 'websocket') {
    return new Response('websocket only', { status: 426, headers: { Upgrade: 'websocket' } });
  }
  // A page of any site may open a websocket; only the product's own have something to say here.
  if (isFromForeignPage(request, env)) return new Response('no entry', { status: 403 });
  // The room compares its name with the token's as it stands in the address, so a colon must not come as %3A.
  const room = url.pathname.slice('/sync/'.length).replace('%3A', ':');
  const target = new URL(`/parties/main/${room}${url.search}`, env.SYNC_URL);
  const answer = await fetch(target, { headers: { Upgrade: 'websocket' } });
  if (answer.status === 101) return answer;
  // What the server inside says of its faults stays inside.
  await answer.body?.cancel();
  return new Response('no entry', { status: answer.status < 500 ? answer.status : 502 });
}
