import { and, eq, inArray, isNull } from 'drizzle-orm';
import { session, ssoSession } from '#db/schema/index.ts';
import { forgetSession } from '#edge/identity/authenticate.ts';
import type { Context } from '#edge/kernel/context.ts';
import { endLostTickets } from '#edge/sync/tickets.ts';

/** Sessions that are ended together by one statement: SQLite binds so many values and more. */
const AT_ONCE = 100;

/**
 * Ends sessions that a customer's system or an identity provider of an enterprise began: all of them, those of a member, or
 * of those `ids`. What they hold ends with them, as it is judged by its session: tokens, links for phones, consents, UKey
 * signatures that were begun. Rooms are closed at once, and by a job where that fails. Returns how many were ended.
 */
export async function endSessionsFrom(
  context: Context,
  {
    from,
    entId,
    accountId,
    ids,
  }: { from: string; entId: string; accountId?: string; ids?: readonly string[] },
): Promise<number> {
  const { db, now } = context;
  const logins = db
    .select({ id: ssoSession.sessionId })
    .from(ssoSession)
    .where(eq(ssoSession.customerId, from));
  const end = async (some?: readonly string[]) => {
    const ended = await db
      .update(session)
      .set({ endedAt: now })
      .where(
        and(
          inArray(session.id, logins),
          isNull(session.endedAt),
          some && inArray(session.id, [...some]),
          accountId === undefined ? undefined : eq(session.accountId, accountId),
        ),
      )
      .returning({ id: session.id });
    for (const { id } of ended) forgetSession(id);
    return ended.length;
  };
  let ended = 0;
  if (!ids) ended = await end();
  for (let at = 0; ids && at < ids.length; at += AT_ONCE) ended += await end(ids.slice(at, at + AT_ONCE));
  if (ended > 0) context.defer(endLostTickets(context, { entId, accountId }).catch(() => undefined));
  return ended;
}
