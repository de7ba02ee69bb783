import type { Context } from './context.ts';
import { countSliding, slidingSoFar } from './count-attempts.ts';

/**
 * Counters by client IP address, stored under its keyed digest. If the address is unknown (a proxy that does not forward
 * it, or the same machine), the counter stays at zero instead of counting all such clients together.
 */
const isKnown = (address: string): boolean => address !== '' && !/^(127\.|::1$|::ffff:127\.)/.test(address);

const nameOf = async (context: Context, what: string): Promise<string> =>
  `${what}:${await context.keys.indexOf(context.address, 'address')}`;

/** Increments the counter `what` for this address and returns its value over the last `windowMs`. */
export async function countFromAddress(context: Context, what: string, windowMs: number): Promise<number> {
  if (!isKnown(context.address)) return 0;
  const name = await nameOf(context, what);
  await countSliding(context, name, windowMs);
  return slidingSoFar(context, name, windowMs);
}

/** The same without incrementing. */
export async function fromAddressSoFar(context: Context, what: string, windowMs: number): Promise<number> {
  return isKnown(context.address) ? slidingSoFar(context, await nameOf(context, what), windowMs) : 0;
}
