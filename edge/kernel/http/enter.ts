import type { Env } from '#edge/kernel/env.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the sanitised request, or the response that refuses it. A foreign `Host` gets 421, which prevents DNS rebinding.
 * Removes headers that only the platform may set: those of Miniflare (`MF-*`), and those of Cloudflare (`CF-*`) if no proxy
 * before the Worker sets them.
 */
export function enter(request: Request, env: Env): Request | Response {
  // What is no name makes no address.
  if (!URL.canParse(request.url)) return misdirected();
  const names = [new URL(request.url).host, request.headers.get('host')];
  if (names.some((name) => name !== null && !isOwnName(name, env))) return misdirected();
  const cleaned = new Request(request);
  for (const name of [...cleaned.headers.keys()])
    if (/^mf-/i.test(name) || (env.DIRECT === 'yes' && /^cf-/i.test(name))) cleaned.headers.delete(name);
  // The server listens on loopback only.
  if (env.DIRECT === 'yes') cleaned.headers.set('cf-connecting-ip', '127.0.0.1');
  return cleaned;
}

/** Whether the request is cross-site, by `Origin` or, in newer browsers, `Sec-Fetch-Site`. */
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

// Compares host names only: a proxy or tunnel may change the port, and no other site uses this name.
function isOwnName(host: string, env: Env): boolean {
  // A name and a port, and nothing else that an address can have: no user, path or fragment.
  if (!/^[\w.:[\]-]+$/.test(host)) return false;
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
