import { eq } from 'drizzle-orm';
import { prefixOf } from '#core/apikey/key.ts';
import { isInNetworks } from '#core/apikey/networks.ts';
import { API_VERSIONS, VERSION_HEADER, versionFor } from '#core/apikey/versions.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import { sameSecret } from '#core/same-secret.ts';
import { apiKey } from '#db/schema/index.ts';
import type { Actor, Context } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { actorOfKey } from './actor-of-key.ts';
import { networkOf } from './devices.ts';
import { hashToken } from './tokens.ts';

const MINUTE = 60_000;

/** What follows `Bearer ` in the Authorization header; null where it has another form. */
export const bearerOf = (request: Request): string | null =>
  /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

/**
 * The actor of an API key: its holder, for the enterprise, as far as the key allows. Throws API_KEY_INVALID, API_KEY_ENDED,
 * API_KEY_ELSEWHERE, API_KEY_HOLDER where the holder can no longer act for the enterprise or no longer administers it,
 * TOO_OFTEN, and API_VERSION_UNKNOWN. The limit stands in the headers `RateLimit-*` of the answer, the version that
 * applies in `Signet-Version`.
 */
export async function authenticateKey(text: string, request: Request, context: Context): Promise<Actor> {
  const { db, now } = context;
  const prefix = prefixOf(text);
  const [row] = prefix === null ? [] : await db.select().from(apiKey).where(eq(apiKey.prefix, prefix));
  if (!row) throw new AppError('API_KEY_INVALID');
  const hash = await hashToken(text);
  const [current, former] = [await sameSecret(hash, row.keyHash), await sameSecret(hash, row.formerHash)];
  if (!current && !former) throw new AppError('API_KEY_INVALID');
  const until = current ? row.expiresAt : (row.formerUntil ?? 0);
  if (row.revokedAt !== null || until <= now) throw new AppError('API_KEY_ENDED');
  if (!isInNetworks(context.address, row.networks)) throw new AppError('API_KEY_ELSEWHERE');
  await limit(context, row.id);
  const version = versionFor(request.headers.get(VERSION_HEADER), row.createdAt);
  if (version === null) throw new AppError('API_VERSION_UNKNOWN', { versions: API_VERSIONS.join(', ') });
  context.answerHeaders[VERSION_HEADER] = version;
  const actor = await actorOfKey(context, row);
  if ((row.lastUsedAt ?? 0) <= now - MINUTE)
    context.defer(
      db
        .update(apiKey)
        .set({ lastUsedAt: now, lastNetwork: networkOf(context.address) })
        .where(eq(apiKey.id, row.id)),
    );
  return actor;
}

/** Counts the calls of a key in a minute. */
async function limit(context: Context, keyId: string): Promise<void> {
  const most = LIMITS.keyCallsPerMinute;
  const count = await countAttempt(context, `apikey:${keyId}`, MINUTE);
  const reset = Math.ceil((MINUTE - (context.now % MINUTE)) / 1000);
  Object.assign(context.answerHeaders, {
    'RateLimit-Limit': String(most),
    'RateLimit-Remaining': String(Math.max(0, most - count)),
    'RateLimit-Reset': String(reset),
  });
  if (count <= most) return;
  context.answerHeaders['Retry-After'] = String(reset);
  throw new AppError('TOO_OFTEN');
}
