import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { makeApiKey as call } from '#core/apikey/calls.ts';
import { makeKey, makePrefix } from '#core/apikey/key.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import { DAY_MS } from '#core/time.ts';
import { apiKey } from '#db/schema/index.ts';
import { recordCompany } from '#edge/company/records.ts';
import { tellAdministrators } from '#edge/company/tell-administrators.ts';
import { judgeSecondProof } from '#edge/identity/judge-second-proof.ts';
import { hashToken } from '#edge/identity/tokens.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { GuardFailed } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';

/** A new key under a prefix with its digest, and until when it is good. */
export async function drawKey(prefix: string, now: number, days: number) {
  const key = makeKey(prefix, crypto.getRandomValues(new Uint8Array(32)));
  return { key, keyHash: await hashToken(key), expiresAt: now + days * DAY_MS };
}

/**
 * Makes a key that acts in the name of its maker, who proves a second time who they are. Only its digest is kept. Throws
 * API_KEY_TOO_MANY, and what `judgeSecondProof` throws.
 */
export async function makeApiKey(
  { days, proof, ...limits }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { db, actor, now } = context;
  const proofs = await judgeSecondProof(context, proof, 'MAKE_API_KEY');
  const prefix = makePrefix(crypto.getRandomValues(new Uint8Array(12)));
  const { key, ...drawn } = await drawKey(prefix, now, days);
  const keyId = context.newId();
  const living = db
    .select({ n: count() })
    .from(apiKey)
    .where(and(eq(apiKey.enterpriseId, actor.entId), isNull(apiKey.revokedAt)));
  await commitSpending(
    context,
    proofs,
    [sql`select 1 where (${living}) < ${LIMITS.apiKeys}`],
    [
      db.insert(apiKey).values({
        id: keyId,
        enterpriseId: actor.entId,
        ...limits,
        prefix,
        ...drawn,
        holderId: actor.accountId,
        createdBy: actor.accountId,
        createdAt: now,
      }),
      recordCompany(context, actor.entId, 'API_KEY_MADE', {
        operatorId: actor.accountId,
        remark: `${limits.name} ${limits.scopes.join(' ')}`,
      }),
      ...(await tellAdministrators(context, 'API_KEY_MADE', { key: limits.name })),
    ],
  ).catch((error: unknown) => {
    throw error instanceof GuardFailed ? new AppError('API_KEY_TOO_MANY', { max: LIMITS.apiKeys }) : error;
  });
  return { keyId, key };
}
