import { and, eq, isNull } from 'drizzle-orm';
import { session } from '#db/schema/index.ts';
import { forgetSession } from '#edge/identity/authenticate.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { businessChangedEffect } from './effects.ts';

/**
 * From now on nobody acts for the enterprise: sessions that do fall back to the person, and its running tasks are looked
 * at. To be written with what it is for, by `withForgottenSessions`.
 */
export const standStill = (context: Context, entId: string): Statement[] => [
  context.db.update(session).set({ entId: '' }).where(eq(session.entId, entId)),
  lookAtTasks(context, entId),
];

/** Its running tasks stop, where nobody can act for the enterprise, or go on. */
export const lookAtTasks = (context: Context, entId: string): Statement =>
  enqueue(context, `business:${entId}`, businessChangedEffect, { ownerKey: enterpriseKey(entId), after: '' });

/**
 * Does `change`, after which some sessions may no longer act for an enterprise, and lets this isolate forget at once
 * what it trusts of them; others forget within seconds. `accountId` where it concerns one person only.
 */
export async function withForgottenSessions(
  { db }: Context,
  entId: string,
  accountId: string | undefined,
  change: () => Promise<unknown>,
): Promise<void> {
  const acting = await db
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
}
