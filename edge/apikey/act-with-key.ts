import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Access, KeyScope } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { apiKey } from '#db/schema/index.ts';
import { actAs } from '#edge/identity/act-as.ts';
import { actorOfKey } from '#edge/identity/actor-of-key.ts';
import { checkAccess } from '#edge/identity/check-access.ts';
import type { ActingKey, Actor, Context, SignedInContext } from '#edge/kernel/context.ts';

/** Who asked for something that an effect does later: a member of the enterprise, in person or with an API key. */
export interface KeyRequest {
  accountId: string;
  /** `E:entId`. */
  ownerKey: string;
  /** Empty for a person. */
  keyId: string;
}

/** What is to be done with a key. */
interface KeyNeeds {
  scopes: readonly KeyScope[];
  /** Empty where it is of no business type. */
  businessType: string;
}

/**
 * Who acts with an API key with which an effect goes on, as key and holder are at this moment. A rotated key is the same one; the
 * network was judged with the call, as an effect comes from no address. Throws API_KEY_NO_LONGER if it ended, was revoked
 * or does not allow this any more, API_KEY_HOLDER if nobody who administers the enterprise holds it.
 */
export async function keyAtPresent(
  context: Context,
  { keyId, ownerKey }: Pick<KeyRequest, 'keyId' | 'ownerKey'>,
  { scopes, businessType }: KeyNeeds,
): Promise<Actor & { key: ActingKey }> {
  const { db, now } = context;
  const [row] = await db
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.id, keyId), eq(apiKey.enterpriseId, ownerKey.slice('E:'.length))));
  const allows =
    row &&
    row.revokedAt === null &&
    row.expiresAt > now &&
    scopes.every((scope) => row.scopes.includes(scope)) &&
    (businessType === '' || (row.businessTypes?.some((type) => type === businessType) ?? true));
  if (!allows) throw new AppError('API_KEY_NO_LONGER', { name: row?.name ?? '' });
  return actorOfKey(context, row);
}

/**
 * The context in which an effect goes on with what somebody asked for, with the rights of this moment: a person's own, or
 * those of the key's holder within the key, as if the program had called just now. Throws the errors of `actAs` and
 * `keyAtPresent`.
 */
export async function actAsRequested(
  context: Context,
  request: KeyRequest,
  access: Access,
  wanted: KeyNeeds,
): Promise<SignedInContext> {
  if (request.keyId === '') return actAs(context, request.accountId, request.ownerKey, access);
  const scopes = access.keys ? [access.keys, ...wanted.scopes] : wanted.scopes;
  const actor = await keyAtPresent(context, request, { ...wanted, scopes });
  checkAccess(access, actor);
  return { ...context, actor, remember: () => [], tell: () => undefined };
}

/** Guard of a transaction that a key stands for: it neither ended nor was revoked since it was judged. */
export const keyStillGood = ({ now }: Context, keyId: string): SQL =>
  sql`select 1 from ${apiKey} where ${and(eq(apiKey.id, keyId), isNull(apiKey.revokedAt), gt(apiKey.expiresAt, now))}`;
