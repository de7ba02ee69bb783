import type { Env } from '#edge/kernel/env.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The request as the product takes it, or the answer that refuses it. Another name than the product's own gets 421: a page
 * of another site could otherwise give this machine a name of its own and read what is answered (DNS rebinding). Headers
 * that only the platform may write are taken off: those of Miniflare (`MF-*`), and, where nothing stands before the
 * Worker that would write them, those of Cloudflare (`CF-*`).
 */
export function enter(request: Request, env: Env): Request | Response {
  const names = [new URL(request.url).host, request.headers.get('host')];
  if (names.some((name) => name !== null && !isOwnName(name, env))) return misdirected();
  const cleaned = new Request(request);
  for (const name of [...cleaned.headers.keys()])
    if (/^mf-/i.test(name) || (env.DIRECT === 'yes' && /^cf-/i.test(name))) cleaned.headers.delete(name);
  // It listens on this machine only.
  if (env.DIRECT === 'yes') cleaned.headers.set('cf-connecting-ip', '127.0.0.1');
  return cleaned;
}

/** Whether a page of another site has sent the request: it says so in `Origin` or, newer ones, in `Sec-Fetch-Site`. */
export function isFromForeignPage(request: Request, env: Env): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site && site !== 'same-origin' && site !== 'none') return true;
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  if (!URL.canParse(origin)) return true;
  const { host } = new URL(origin);
  return (
    host !== (request.headers.get('host') ?? new URL(request.url).host) && host !== publicHost(env)?.host
  );
}

function publicHost({ PUBLIC_URL }: Env): URL | null {
  return PUBLIC_URL && URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL) : null;
}

// By the name alone: the port is the proxy's or the tunnel's, and no other site has this name at another port.
function isOwnName(host: string, env: Env): boolean {
  const address = `http://${host}`;
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return LOOPBACK.includes(hostname) || hostname === publicHost(env)?.hostname;
}

const misdirected = (): Response =>
  new Response('Nothing is served under this name: PUBLIC_URL says under which.\n', {
    status: 421,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
