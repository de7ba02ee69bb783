import { AppError, isAppError } from '#core/errors.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import type { apiKey } from '#db/schema/index.ts';
import type { ActingKey, Actor, Context } from '#edge/kernel/context.ts';
import { loadMember } from './authenticate.ts';
import { mayAs } from './check-access.ts';

/**
 * Who acts with an API key: its holder as they are now, within the key, for the enterprise alone. The one rule for a call with
 * a key and for what is done later with it. Throws API_KEY_HOLDER where the holder can no longer act for the enterprise or no
 * longer administers it.
 */
export async function actorOfKey(
  context: Context,
  row: typeof apiKey.$inferSelect,
): Promise<Actor & { key: ActingKey }> {
  const holder = await loadMember(context, row.holderId, row.enterpriseId).catch((error: unknown) => {
    // A fault of the database says nothing about the holder: whoever asked tries again.
    if (!isAppError(error)) throw error;
    return null;
  });
  if (!holder || !mayAs(holder, CONSOLE)) throw new AppError('API_KEY_HOLDER');
  const { id, name, scopes, businessTypes } = row;
  return { ...holder, platformAdmin: false, sso: true, key: { id, name, scopes, businessTypes } };
}
