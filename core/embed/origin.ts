const LOOPBACK = ['localhost', '127.0.0.1'];

/**
 * The canonical origin (RFC 6454) of a page that may embed the product: https, or http on the same machine for
 * development. Null for anything else: paths, credentials, wildcards and addresses that name no single origin.
 */
export function canonicalOrigin(text: string): string | null {
  const written = text.trim();
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  // A host name with other characters could end the directive `frame-ancestors` that contains it.
  const isPlain = /^(?:[a-z0-9-]+\.)*[a-z0-9-]+$/.test(url.hostname) || /^\[[0-9a-f:]+\]$/.test(url.hostname);
  const isOriginOnly = url.pathname === '/' && !/[?#@*]/.test(written) && url.username === '';
  return isSafe && isPlain && isOriginOnly ? url.origin : null;
}
