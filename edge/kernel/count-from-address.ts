import type { Context } from './context.ts';
import { countSliding, slidingSoFar } from './count-attempts.ts';

/**
 * Counters of one network address, under its keyed digest. Where the address is not known (behind a proxy that does not
 * say it, or on the same machine) nobody is counted together with everybody else: such counters stay at nought.
 */
const isKnown = (address: string): boolean => address !== '' && !/^(127\.|::1$|::ffff:127\.)/.test(address);

const nameOf = async (context: Context, what: string): Promise<string> =>
  `${what}:${await context.keys.indexOf(context.address, 'address')}`;

/** Counts `what` once more from this address and says how often it was in the last `windowMs`. */
export async function countFromAddress(context: Context, what: string, windowMs: number): Promise<number> {
  if (!isKnown(context.address)) return 0;
  const name = await nameOf(context, what);
  await countSliding(context, name, windowMs);
  return slidingSoFar(context, name, windowMs);
}

/** The same without counting this time. */
export async function fromAddressSoFar(context: Context, what: string, windowMs: number): Promise<number> {
  return isKnown(context.address) ? slidingSoFar(context, await nameOf(context, what), windowMs) : 0;
}
