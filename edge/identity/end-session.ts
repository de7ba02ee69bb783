import { and, eq } from 'drizzle-orm';
import { session } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { forgetSession } from './authenticate.ts';

/** [7.6d] Ends the caller's session. */
export async function endSession(_input: unknown, { db, actor, now }: SignedInContext): Promise<null> {
  await db
    .update(session)
    .set({ endedAt: now })
    .where(and(eq(session.id, actor.sessionId), eq(session.accountId, actor.accountId)));
  forgetSession(actor.sessionId);
  return null;
}

/**
 * [7.6c] Discards a used refresh token of the caller's session. Only the token that replaced it stays valid; the discarded
 * one loses its grace period.
 */
export async function discardRefreshToken(_input: unknown, { db, actor }: SignedInContext): Promise<null> {
  await db
    .update(session)
    .set({ previousHash: '' })
    .where(and(eq(session.id, actor.sessionId), eq(session.accountId, actor.accountId)));
  return null;
}
