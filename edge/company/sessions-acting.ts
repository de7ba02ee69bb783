import { and, eq, isNull } from 'drizzle-orm';
import { session } from '#db/schema/index.ts';
import { forgetSession } from '#edge/identity/authenticate.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { endLostTickets } from '#edge/sync/tickets.ts';
import { businessChangedEffect } from './effects.ts';

/**
 * Ends every session that acts for the enterprise, which falls back to the person, and reviews its running tasks. Write
 * it in one commit with its cause, by `withForgottenSessions`.
 */
export const standStill = (context: Context, entId: string): Statement[] => [
  context.db.update(session).set({ entId: '' }).where(eq(session.entId, entId)),
  recheckTasks(context, entId),
];

/** Suspends or resumes the enterprise's running tasks, depending on whether anybody can act for it. */
export const recheckTasks = (context: Context, entId: string): Statement =>
  enqueue(context, `business:${entId}`, businessChangedEffect, { ownerKey: enterpriseKey(entId), after: '' });

/**
 * Runs `change`, after which some sessions may no longer act for an enterprise, and drops them from this isolate's cache;
 * other isolates drop them within seconds. Rooms that people may no longer be in are closed to them at once. `accountId` limits it to one person.
 */
export async function withForgottenSessions(
  context: Context,
  entId: string,
  accountId: string | undefined,
  change: () => Promise<unknown>,
): Promise<void> {
  const acting = await context.db
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.entId, entId),
        isNull(session.endedAt),
        accountId ? eq(session.accountId, accountId) : undefined,
      ),
    );
  await change();
  for (const { id } of acting) forgetSession(id);
  // Who lost a right reads nothing more in a room; what fails here is done by the job of every minute.
  context.defer(endLostTickets(context, { entId, accountId }).catch(() => undefined));
}
