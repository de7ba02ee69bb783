import type { Env } from '#edge/kernel/env.ts';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The origin of the page that asks, if it is this product's own. PUBLIC_URL says which that is, and never the Host of the
 * request: whoever relays what was signed for another site writes that site there. On one's own machine its other names are
 * the same place.
 */
export function ownOrigin({ env }: { env: Env }, request: Request): string | undefined {
  const header = request.headers.get('origin') ?? '';
  if (!URL.canParse(header) || !URL.canParse(env.PUBLIC_URL ?? '')) return undefined;
  const [origin, own] = [new URL(header), new URL(env.PUBLIC_URL ?? '')];
  // PUBLIC_URL may be the address without TLS, for verifiers; never the other way round.
  if (origin.protocol !== own.protocol && origin.protocol !== 'https:') return undefined;
  const isHere = [origin, own].every(({ hostname }) => LOOPBACK.includes(hostname));
  const isOwn = origin.host === own.host || (isHere && origin.port === own.port);
  return isOwn ? origin.origin : undefined;
}
