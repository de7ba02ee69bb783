/**
 * Passes websocket upgrades under /sync/ on to the PartyKit server, so that a browser knows one address only.
 * `/sync/ROOM?token=…` becomes `/parties/main/ROOM?token=…` there. Null for every other request. The token is
 * checked by the room itself (sync/server.ts); nothing else of the request (cookies, keys) is passed on.
 */
export function forwardToSync(request: Request, syncUrl: string): Promise<Response> | null {
  const url = new URL(request.url);
  if (!url.pathname.startsWith('/sync/')) return null;
  if (request.headers.get('Upgrade') !== 'websocket') {
    return Promise.resolve(
      new Response('websocket only', { status: 426, headers: { Upgrade: 'websocket' } }),
    );
  }
  // The room compares its name with the token's as it stands in the address, so a colon must not come as %3A.
  const room = url.pathname.slice('/sync/'.length).replace('%3A', ':');
  const target = new URL(`/parties/main/${room}${url.search}`, syncUrl);
  return fetch(target, { headers: { Upgrade: 'websocket' } });
}
