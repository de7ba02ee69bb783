import { and, eq } from 'drizzle-orm';
import { session } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { forgetSession } from './authenticate.ts';

/** [7.6d] Ends the session of the call. */
export async function endSession(_input: unknown, { db, actor, now }: SignedInContext): Promise<null> {
  await db
    .update(session)
    .set({ endedAt: now })
    .where(and(eq(session.id, actor.sessionId), eq(session.accountId, actor.accountId)));
  forgetSession(actor.sessionId);
  return null;
}

/**
 * [7.6c] Discards a used refresh token of the own session. The token that replaced it is the only good one from then
 * on; the discarded one loses its seconds of grace.
 */
export async function discardRefreshToken(_input: unknown, { db, actor }: SignedInContext): Promise<null> {
  await db
    .update(session)
    .set({ previousHash: '' })
    .where(and(eq(session.id, actor.sessionId), eq(session.accountId, actor.accountId)));
  return null;
}
