import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Access } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { firmProvider, ssoCustomer } from '#db/schema/index.ts';
import type { Actor, Context, SignedInContext } from '#edge/kernel/context.ts';
import { loadMember } from './authenticate.ts';
import { checkAccess } from './check-access.ts';

/** Who asked for something that an effect does later: a member of the enterprise, and with what. */
export interface LaterRequest {
  accountId: string;
  /** `E:entId`. */
  ownerKey: string;
  /** As `askedWith` names it. */
  askedWith: string;
}

const SIGN_ON = 'sso:';

/**
 * With what an actor asks for something that is done later, when it is asked after again: the id of an API key, `sso:` and the
 * customer's system or identity provider that began the session, or '' for a session of their own.
 */
export const askedWith = ({ key, signOn }: Pick<Actor, 'key' | 'signOn'>): string =>
  key?.id ?? (signOn === '' ? '' : SIGN_ON + signOn);

/** Whether something was asked for with an API key: neither in a session of one's own nor by single sign-on. */
export const isOfKey = (text: string): boolean => text !== '' && !text.startsWith(SIGN_ON);

/**
 * A member for whom an effect goes on with what they asked for in a session, with the rights that they have now. What was asked
 * by single sign-on goes on as single sign-on, and only while its system may begin sessions: whoever switches one off that
 * leaked stops what its sessions left to be done. Throws NO_PERMISSION where they are no member any more,
 * API_KEY_NO_LONGER where the system was switched off.
 */
export async function memberAtPresent(
  context: Context,
  { accountId, ownerKey, askedWith: credentials }: LaterRequest,
): Promise<Actor> {
  const entId = ownerKey.slice('E:'.length);
  const actor = await loadMember(context, accountId, entId);
  if (!credentials.startsWith(SIGN_ON)) return actor;
  const signOn = credentials.slice(SIGN_ON.length);
  const found = (await systemsOf(context, signOn)).find((one) => one.enterpriseId === entId);
  if (!found?.enabled) throw new AppError('API_KEY_NO_LONGER', { name: found?.name ?? '' });
  return { ...actor, platformAdmin: false, sso: true, signOn };
}

/** The customer's system or identity provider with this id, in a list of at most one. */
async function systemsOf({ db }: Context, id: string) {
  const { name, enterpriseId, enabled } = ssoCustomer;
  const customers = await db
    .select({ name, enterpriseId, enabled })
    .from(ssoCustomer)
    .where(eq(ssoCustomer.id, id));
  if (customers.length > 0) return customers;
  return db
    .select({
      name: firmProvider.issuer,
      enterpriseId: firmProvider.enterpriseId,
      enabled: firmProvider.enabled,
    })
    .from(firmProvider)
    .where(eq(firmProvider.id, id));
}

/** Guards of a transaction that single sign-on stands for: its system was not switched off since it was judged. */
export function signOnStillGood(text: string): SQL[] {
  if (!text.startsWith(SIGN_ON)) return [];
  const id = text.slice(SIGN_ON.length);
  const customer = and(eq(ssoCustomer.id, id), eq(ssoCustomer.enabled, true));
  const provider = and(eq(firmProvider.id, id), eq(firmProvider.enabled, true));
  return [
    sql`select 1 where exists (select 1 from ${ssoCustomer} where ${customer}) or exists (select 1 from ${firmProvider} where ${provider})`,
  ];
}

/**
 * The context of a member for whom an effect goes on with what they began. Throws NO_PERMISSION where they lost the right to
 * it, and the errors of `memberAtPresent`.
 */
export async function actAs(
  context: Context,
  request: LaterRequest,
  access: Access,
): Promise<SignedInContext> {
  const actor = await memberAtPresent(context, request);
  checkAccess(access, actor);
  return { ...context, actor, remember: () => [], tell: () => undefined };
}
