import { and, eq } from 'drizzle-orm';
import { toBase64Url } from '#core/bytes.ts';
import { account, session } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { hasContact } from './address-of.ts';
import { contactTarget } from './judge-auth-code.ts';

/** Browsers accept a cookie with this prefix only over TLS, from this host, for all of its paths. */
const cookieOf = (request: Request) =>
  new URL(request.url).protocol === 'https:'
    ? { name: '__Host-signet_device', where: 'Path=/; Secure' }
    : { name: 'signet_device', where: 'Path=/ecapi/' };
const YEAR_S = 365 * 24 * 3600;

/**
 * The browser's device id from its signed cookie; empty if it is absent or forged. It grants nothing: it only tells a
 * device that signed in before from a new one, so that guesses of strangers are counted apart from the owner's mistakes.
 */
export async function readDevice(context: Context, request: Request): Promise<string> {
  const value = new RegExp(`(?:^|;\\s*)${cookieOf(request).name}=([\\w-]+)\\.([0-9a-f]+)`).exec(
    request.headers.get('cookie') ?? '',
  );
  if (!value?.[1]) return '';
  return value[2] === (await macOf(context, value[1])) ? value[1] : '';
}

/** The device id of the request, or a new one that the response sets. */
export async function keepDevice(context: Context, request: Request): Promise<string> {
  const known = await readDevice(context, request);
  const id = known || toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const { name, where } = cookieOf(request);
  context.cookies.push(
    `${name}=${id}.${await macOf(context, id)}; ${where}; HttpOnly; SameSite=Strict; Max-Age=${YEAR_S}`,
  );
  return id;
}

const macOf = async (context: Context, id: string): Promise<string> =>
  (await context.keys.indexOf(id, 'device')).slice(0, 32);

/**
 * Whether this device signed in to the account before. Queries also without an account, so that the time taken does not
 * reveal whether it exists.
 */
export async function isKnownDevice(
  context: Context,
  deviceId: string,
  accountId: string | null,
): Promise<boolean> {
  if (deviceId === '') return false;
  const [row] = await context.db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.deviceId, deviceId), eq(session.accountId, accountId ?? '')))
    .limit(1);
  return row !== undefined;
}

/** The same for the account that has a mobile number, or an address. */
export async function isOwnDevice(context: Context, request: Request, contact: string): Promise<boolean> {
  const deviceId = await readDevice(context, request);
  if (deviceId === '') return false;
  const [row] = await context.db
    .select({ id: account.id })
    .from(account)
    .where(hasContact(await contactTarget(context, contact)))
    .limit(1);
  return isKnownDevice(context, deviceId, row?.id ?? null);
}

/** The network of an address, for display: an IPv4 address without its last part, the first four groups of an IPv6 one; empty for this machine. */
export function networkOf(address: string): string {
  if (/^127\.|^::1$/.test(address)) return '';
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return address.replace(/\d+$/, '*');
  if (!address.includes(':')) return '';
  return `${address.split(':').slice(0, 4).join(':')}:*`;
}
