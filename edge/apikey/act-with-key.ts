import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Access, KeyScope } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { apiKey } from '#db/schema/index.ts';
import { actAs, isOfKey, type LaterRequest, signOnStillGood } from '#edge/identity/act-as.ts';
import { actorOfKey } from '#edge/identity/actor-of-key.ts';
import { checkAccess } from '#edge/identity/check-access.ts';
import type { ActingKey, Actor, Context, SignedInContext } from '#edge/kernel/context.ts';

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
  { askedWith: keyId, ownerKey }: Pick<LaterRequest, 'askedWith' | 'ownerKey'>,
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
 * The context in which an effect goes on with what somebody asked for, with the rights of this moment: a person's own, within
 * the single sign-on by which they asked, or those of the key's holder within the key, as if the program had called just now. Throws the errors of `actAs` and
 * `keyAtPresent`.
 */
export async function actAsRequested(
  context: Context,
  request: LaterRequest,
  access: Access,
  wanted: KeyNeeds,
): Promise<SignedInContext> {
  if (!isOfKey(request.askedWith)) return actAs(context, request, access);
  const scopes = access.keys ? [access.keys, ...wanted.scopes] : wanted.scopes;
  const actor = await keyAtPresent(context, request, { ...wanted, scopes });
  checkAccess(access, actor);
  return { ...context, actor, remember: () => [], tell: () => undefined };
}

/** Guards of a transaction that a key or single sign-on stands for: it neither ended nor was revoked since it was judged. */
export const stillGood = ({ now }: Context, text: string): SQL[] =>
  isOfKey(text)
    ? [
        sql`select 1 from ${apiKey} where ${and(eq(apiKey.id, text), isNull(apiKey.revokedAt), gt(apiKey.expiresAt, now))}`,
      ]
    : signOnStillGood(text);
