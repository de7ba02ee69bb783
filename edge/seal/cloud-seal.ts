import { and, desc, eq, gt } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  answerCloudChallenge as answerCall,
  confirmCloudQr as confirmCall,
  listCloudChallenges as listCall,
  requestCloudQr as qrCall,
  queryCloudToken as tokenCall,
} from '#core/seal/cloud-calls.ts';
import { account, cloudSealChallenge, cloudSealToken, enterprise } from '#db/schema/index.ts';
import { settingInForce } from '#edge/config/settings.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { openCloudSeal } from '#edge/kernel/providers/cloud-seal.ts';

/**
 * Throws NO_PERMISSION unless cloud seals apply ([4.22d]): the service is switched on, and one acts for an enterprise
 * of its own (no department) that belongs to the platform's owner.
 */
async function checkApplies(context: SignedInContext): Promise<void> {
  const { actor, db } = context;
  const { gbState } = await settingInForce(context, 'system-option');
  const [owner] = await db.select().from(enterprise).where(eq(enterprise.id, actor.entId));
  const applies =
    gbState === 'ENABLE' && actor.entOwnerType === 'INSIDE' && owner?.nodeType === 'ENTERPRISE-ENTERPRISE';
  if (!applies) throw new AppError('NO_PERMISSION');
}

/** Returns the state of the authorization for cloud seals ([7.16a], [4.22a]). */
export async function queryCloudToken(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof tokenCall>> {
  await checkApplies(context);
  const { db, actor, now } = context;
  const [token] = await db
    .select()
    .from(cloudSealToken)
    .where(and(eq(cloudSealToken.accountId, actor.accountId), eq(cloudSealToken.entId, actor.entId)));
  if (!token || token.expiresAt <= now) throw new AppError('CLOUD_SEAL_AUTHORIZATION_NEEDED');
  return { expiresAt: token.expiresAt };
}

/** [7.16b] Earlier requests stay valid until they expire: a phone may be scanning their QR code. */
export async function requestCloudQr(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof qrCall>> {
  await checkApplies(context);
  const { db, actor } = context;
  const challenge = await openCloudSeal(context).begin(actor);
  await db
    .insert(cloudSealChallenge)
    .values({ ...challenge, accountId: actor.accountId, entId: actor.entId });
  return challenge;
}

const POLL_MS = 700;

/**
 * [7.16c] Waits for the person's decision. Throws CLOUD_SEAL_FAILED if it is refused, if the QR code has expired, or if
 * somebody else requested it; a new one is then needed ([4.22c]).
 */
export async function confirmCloudQr(
  input: ParsedInputOf<typeof confirmCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof confirmCall>> {
  await checkApplies(context);
  const { db, actor } = context;
  const [request] = await db
    .select()
    .from(cloudSealChallenge)
    .where(
      and(
        eq(cloudSealChallenge.challenge, input.challenge),
        eq(cloudSealChallenge.accountId, actor.accountId),
        eq(cloudSealChallenge.entId, actor.entId),
      ),
    );
  if (!request) throw new AppError('CLOUD_SEAL_FAILED');
  for (;;) {
    const now = Date.now();
    const answer =
      now < request.expiresAt ? await openCloudSeal({ ...context, now }).ask(input.challenge) : 'refused';
    if (answer === 'refused') throw new AppError('CLOUD_SEAL_FAILED');
    if (answer !== 'waiting') {
      const { token, expiresAt } = answer;
      const tokenSealed = await context.keys.sealField(token, `cloud-seal:${actor.accountId}:${actor.entId}`);
      await db.batch([
        db
          .insert(cloudSealToken)
          .values({ accountId: actor.accountId, entId: actor.entId, tokenSealed, expiresAt })
          .onConflictDoUpdate({
            target: [cloudSealToken.accountId, cloudSealToken.entId],
            set: { tokenSealed, expiresAt },
          }),
        db.delete(cloudSealChallenge).where(eq(cloudSealChallenge.challenge, input.challenge)),
      ]);
      return { expiresAt };
    }
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** Requests to the simulated service, newest first. */
export async function listCloudChallenges(
  _input: unknown,
  context: Context,
): Promise<OutputOf<typeof listCall>> {
  const { env, db, now } = context;
  if (env.SIGNET_MODE === 'pro' || env.CLOUD_SEAL_URL) throw new AppError('NOT_FOUND');
  const rows = await db
    .select({ row: cloudSealChallenge, person: REAL_NAME, enterprise: enterprise.name })
    .from(cloudSealChallenge)
    .innerJoin(account, eq(account.id, cloudSealChallenge.accountId))
    .innerJoin(enterprise, eq(enterprise.id, cloudSealChallenge.entId))
    .where(gt(cloudSealChallenge.expiresAt, now))
    .orderBy(desc(cloudSealChallenge.expiresAt))
    .limit(20);
  const STATES = ['WAITING', 'ALLOWED', 'REFUSED'] as const;
  return Promise.all(
    rows.map(async ({ row, person, enterprise: name }) => ({
      challenge: row.challenge,
      person: await openRealName(context, person),
      enterprise: name,
      state: STATES.find((state) => state === row.state) ?? 'WAITING',
      expiresAt: row.expiresAt,
    })),
  );
}

export async function answerCloudChallenge(
  { challenge, allow }: ParsedInputOf<typeof answerCall>,
  { env, db }: Context,
): Promise<null> {
  if (env.SIGNET_MODE === 'pro' || env.CLOUD_SEAL_URL) throw new AppError('NOT_FOUND');
  await db
    .update(cloudSealChallenge)
    .set({ state: allow ? 'ALLOWED' : 'REFUSED' })
    .where(and(eq(cloudSealChallenge.challenge, challenge), eq(cloudSealChallenge.state, 'WAITING')));
  return null;
}
