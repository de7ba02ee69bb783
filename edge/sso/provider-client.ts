import * as oauth from 'oauth4webapi';
import { AppError } from '#core/errors.ts';
import { addressProblem } from '#core/webhook/address.ts';
import type { firmProvider } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { readBounded } from '#edge/kernel/http/read-bounded.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';

export type ProviderRow = typeof firmProvider.$inferSelect;

const WAIT_MS = 10_000;
const MOST_BYTES = 256 * 1024;

/** Whether providers may be in private networks and on http: in mode `local` where the settings say so, as for webhooks. */
const mayBePrivate = ({ env }: Context): boolean =>
  env.SIGNET_MODE === 'local' && env.WEBHOOKS_TO_PRIVATE === 'yes';

/** Throws OIDC_ISSUER unless the issuer is an https address with a public host name. */
export function requireAddress(context: Context, address: string, field?: string): URL {
  if (addressProblem(address, mayBePrivate(context)) !== null) throw new AppError('OIDC_ISSUER', {}, field);
  return new URL(address);
}

/**
 * Options of every request to a provider: its discovery document names further addresses, and each of them is checked as
 * the issuer is; the binding’s network reaches public addresses only, whatever a name resolves to. No redirect is followed,
 * answers end at 256 kB and after ten seconds.
 */
export const requestOptions = (context: Context) => ({
  [oauth.allowInsecureRequests]: mayBePrivate(context),
  [oauth.customFetch]: async (
    address: string,
    init: oauth.CustomFetchOptions<string, BodyInit | undefined>,
  ) => {
    requireAddress(context, address);
    const network = context.env.WEBHOOKS ?? globalThis;
    const answer = await network.fetch(address, {
      method: init.method,
      headers: init.headers,
      ...(init.body === undefined ? {} : { body: init.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const bytes = await readBounded(answer, MOST_BYTES);
    if (bytes === null) throw new Error('the answer is too long');
    return new Response(bytes.length === 0 ? null : bytes, {
      status: answer.status,
      headers: answer.headers,
    });
  },
});

/** The provider’s metadata from its discovery document, whose issuer must be the one that was entered. Throws OIDC_ISSUER. */
export async function discover(
  context: Context,
  issuer: string,
  field?: string,
): Promise<oauth.AuthorizationServer> {
  const identifier = requireAddress(context, issuer, field);
  try {
    const answer = await oauth.discoveryRequest(identifier, requestOptions(context));
    return await oauth.processDiscoveryResponse(identifier, answer);
  } catch (error) {
    noteFault('identity provider of a login', error, context.requestId);
    throw new AppError('OIDC_ISSUER', {}, field);
  }
}
