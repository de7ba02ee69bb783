import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import type { SessionUser } from '#core/identity/session-user.ts';
import { account, enterprise, member, session, ssoSession } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { attempt, attemptsSoFar } from '#edge/kernel/count-attempts.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { forgetSession } from './authenticate.ts';
import { checkSwitch, type Standing } from './check-switch.ts';
import { networkOf } from './devices.ts';
import { describeSession } from './start-session.ts';
import { hashToken, makeRefreshToken, readSessionId, wasIssued } from './tokens.ts';

/** Grace period in which a lost response may be requested again; a later use means that the token was stolen. */
const GRACE_MS = 10_000;

/** Limit of refreshes per session: a page in a loop harms itself only. */
const PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/**
 * Exchanges a refresh token for new tokens, for the same identity or, with `switchTo`, for another ([4.18b]): an
 * enterprise's id, or '' for the person. Use of a discarded token ends the whole session.
 */
export function refreshSession(
  context: Context,
  refreshToken: string,
  switchTo: string | undefined,
): Promise<SessionUser> {
  return withRetry(async () => {
    const id = readSessionId(refreshToken);
    const target = switchTo === undefined ? sql`${session.entId}` : sql`${switchTo}`;
    const [[row], counted] = await Promise.all([
      context.db
        .select({ session, account, sso: ssoSession.sessionId, enterprise, member: member.accountId })
        .from(session)
        .innerJoin(account, eq(account.id, session.accountId))
        .leftJoin(ssoSession, eq(ssoSession.sessionId, session.id))
        .leftJoin(enterprise, eq(enterprise.id, target))
        .leftJoin(
          member,
          and(
            eq(member.enterpriseId, enterprise.id),
            eq(member.accountId, session.accountId),
            isNull(member.leftAt),
          ),
        )
        .where(eq(session.id, id)),
      attemptsSoFar(context, `refresh:${id}`, MINUTE_MS),
    ]);
    if (!row || row.session.endedAt !== null || row.session.expiresAt < context.now)
      throw new AppError('SESSION_INVALID');
    if (row.account.status !== 'ENABLE') throw new AppError('SESSION_LOCKED');
    if (counted >= PER_MINUTE) throw new AppError('TOO_OFTEN');
    const hash = await hashToken(refreshToken);
    const current = hash === row.session.refreshHash;
    const inGrace = hash === row.session.previousHash && row.session.rotatedAt + GRACE_MS > context.now;
    if (!current && !inGrace) {
      // Only a token that was given, and discarded since, is a sign of a thief: an id is no secret, and ends nothing.
      if (!(await wasIssued(context.env, refreshToken))) throw new AppError('SESSION_INVALID');
      await context.db.update(session).set({ endedAt: context.now }).where(eq(session.id, id));
      forgetSession(id);
      throw new AppError('SESSION_INVALID');
    }
    const entId = switchTo ?? row.session.entId;
    const standing = await switchOrCount(context, id, {
      accountId: row.account.id,
      from: row.session.entId,
      to: entId,
      bound: row.sso !== null,
      enterprise: row.enterprise,
      isMember: row.member !== null,
    });
    const fresh = await makeRefreshToken(context.env, id);
    await commit(
      context,
      [
        sql`select 1 from ${session} where ${session.id} = ${id} and ${session.refreshHash} = ${row.session.refreshHash}`,
        ...standing,
      ],
      [
        // Of several at once the session's own guard lets one through, so none is counted that did nothing.
        attempt(context, `refresh:${id}`, MINUTE_MS),
        context.db
          .update(session)
          .set({
            entId,
            refreshHash: await hashToken(fresh),
            previousHash: hash,
            // The grace period starts at the first exchange; further uses of the old token do not extend it.
            rotatedAt: current ? context.now : row.session.rotatedAt,
            expiresAt: Math.min(
              context.now + LIMITS.refreshTokenMs,
              row.session.createdAt + LIMITS.sessionMs,
            ),
            network: networkOf(context.address),
          })
          .where(eq(session.id, id)),
      ],
    );
    return describeSession(context, row.account, id, entId, fresh);
  });
}

/** As `checkSwitch`; a refused switch counts as a refresh. */
async function switchOrCount(context: Context, sessionId: string, standing: Standing): Promise<SQL[]> {
  try {
    return checkSwitch(standing);
  } catch (error) {
    await attempt(context, `refresh:${sessionId}`, MINUTE_MS);
    throw error;
  }
}
