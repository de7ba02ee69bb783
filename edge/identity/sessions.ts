import { and, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import { describeDevice } from '#core/identity/describe-device.ts';
import type {
  endOtherSessions as endOthersCall,
  listSessions as listCall,
} from '#core/identity/session-calls.ts';
import { session } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { forgetSession } from './authenticate.ts';
import { countKeys } from './ukeys.ts';

/** One's own sessions that are alive, the newest use first. */
export async function listSessions(
  _input: unknown,
  { db, actor, now }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const rows = await db
    .select()
    .from(session)
    .where(and(eq(session.accountId, actor.accountId), isNull(session.endedAt), gt(session.expiresAt, now)))
    .orderBy(desc(session.rotatedAt))
    .limit(LIMITS.sessionsPerAccount);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === actor.sessionId,
    ...describeDevice(row.device),
    network: row.network,
    signedInAt: row.createdAt,
    usedAt: row.rotatedAt,
  }));
}

export async function endOneSession(input: { id: string }, context: SignedInContext): Promise<null> {
  const { db, actor, now } = context;
  const ended = await db
    .update(session)
    .set({ endedAt: now })
    .where(and(eq(session.id, input.id), eq(session.accountId, actor.accountId), isNull(session.endedAt)))
    .returning({ id: session.id });
  if (ended.length === 0) throw new AppError('NOT_FOUND');
  forgetSession(input.id);
  return null;
}

export async function endOtherSessions(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof endOthersCall>> {
  const { accountId, sessionId } = context.actor;
  return {
    ended: await endSessions(context, accountId, sessionId),
    keys: await countKeys(context, accountId),
  };
}

/**
 * Ends the sessions that were used longest ago where an account has more than it may have at once, so that a stolen password
 * cannot be used to collect sessions without end.
 */
export async function endOldest({ db, now }: Context, accountId: string): Promise<void> {
  const open = and(eq(session.accountId, accountId), isNull(session.endedAt), gt(session.expiresAt, now));
  const beyond = db
    .select({ id: session.id })
    .from(session)
    .where(open)
    .orderBy(desc(session.rotatedAt), desc(session.id))
    .limit(LIMITS.sessionsPerAccount)
    .offset(LIMITS.sessionsPerAccount);
  const ended = await db
    .update(session)
    .set({ endedAt: now })
    .where(inArray(session.id, beyond))
    .returning({ id: session.id });
  for (const { id } of ended) forgetSession(id);
}

/** Ends every session of an account but `except`: after a new password, a closed account, a change of mobile. */
export async function endSessions(context: Context, accountId: string, except = ''): Promise<number> {
  const ended = await context.db
    .update(session)
    .set({ endedAt: context.now })
    .where(and(eq(session.accountId, accountId), isNull(session.endedAt), ne(session.id, except)))
    .returning({ id: session.id });
  for (const { id } of ended) forgetSession(id);
  return ended.length;
}
