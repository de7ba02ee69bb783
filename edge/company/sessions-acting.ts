import { and, eq, isNull } from 'drizzle-orm';
import { session } from '#db/schema/index.ts';
import type { Context } from '../context.ts';
import { forgetSession } from '../identity/authenticate.ts';

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
