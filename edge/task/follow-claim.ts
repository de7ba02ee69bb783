import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { account, enterprise } from '#db/schema/index.ts';
import { claimForEnterprise } from '#edge/claim/claim-for-enterprise.ts';
import { claimForPerson, contactsOf, settleVerifiedName } from '#edge/claim/claim-for-person.ts';
import type { claimEffect } from '#edge/claim/effects.ts';
import { openRealName } from '#edge/identity/names.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { onlySender } from './advance-task.ts';
import { unsafeReadTask } from './read-task.ts';
import { pushTask } from './tell-parties.ts';

/** Tells the open pages of tasks whose parties became somebody's, and claims what one transaction could not. */
export async function followClaim(
  context: Context,
  { taskIds, accountId, entId }: z.output<typeof claimEffect.payload>,
): Promise<void> {
  const tasks = await Promise.all(taskIds.map((id) => unsafeReadTask(context, id)));
  await commit(
    context,
    [],
    tasks.map((contract) =>
      pushTask(context, contract.task.state === 'REVIEWING' ? onlySender(contract) : contract),
    ),
  );
  await withRetry(async () => {
    const { guards, statements } = await claimOf(context, accountId, entId);
    await commit(context, guards, statements);
  });
}

async function claimOf(context: Context, accountId: string, entId: string) {
  const { db } = context;
  const nothing = { guards: [], statements: [] };
  if (accountId !== '') {
    const [person] = await db.select().from(account).where(eq(account.id, accountId));
    if (person?.status !== 'ENABLE') return nothing;
    const isVerified = person.personalAuthStatus === 'AUTH';
    const name = isVerified ? await openRealName(context, person) : '';
    const own = { accountId, contacts: contactsOf(person), name };
    return isVerified ? settleVerifiedName(context, own) : claimForPerson(context, own);
  }
  const [ent] = entId === '' ? [] : await db.select().from(enterprise).where(eq(enterprise.id, entId));
  return ent ? claimForEnterprise(context, ent) : nothing;
}
