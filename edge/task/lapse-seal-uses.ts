import { and, eq } from 'drizzle-orm';
import { RUNNING_USES } from '#core/approval/seal-use.ts';
import { approvalPart } from '#db/schema/index.ts';
import { sealUsesForHolders, sealUsesOver, unsafeReadSealUse } from '#edge/approval/seal-uses.ts';
import { readStaff } from '#edge/approval/staff.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { unsafeReadTask } from './read-task.ts';
import { callHolders, isOpenUse, lapseSealUse } from './review-seal-use.ts';

/** Seal uses processed in one run; the next minute takes the rest. */
const AT_ONCE = 200;

/**
 * Job, every minute: lapses seal uses that are no longer needed (the task ended or was signed otherwise, or the
 * operator changed), and offers approved ones to the current holders of the seals. Returns the number of candidates
 * checked.
 */
export async function lapseSealUses(context: Context): Promise<number> {
  const over = await sealUsesOver(context, AT_ONCE);
  for (const id of over)
    await withRetry(async () => {
      const use = await unsafeReadSealUse(context, id);
      const contract = await unsafeReadTask(context, use.taskId);
      if (RUNNING_USES.includes(use.state) && !isOpenUse(contract, use, context.now))
        await lapseSealUse(context, use);
    });
  await offerToHolders(context);
  return over.length;
}

/** Offers approved uses to the current holders, who may have changed since the approval. */
async function offerToHolders(context: Context): Promise<void> {
  const { db } = context;
  const waiting = await sealUsesForHolders(context, AT_ONCE);
  for (const { use, row } of waiting) {
    const [staff, offered] = await Promise.all([
      readStaff(
        context,
        use.enterpriseId,
        use.seals.map(({ sealId }) => sealId),
      ),
      db
        .select({ accountId: approvalPart.accountId })
        .from(approvalPart)
        .where(and(eq(approvalPart.approvalId, row.id), eq(approvalPart.part, 'TO_STAMP'))),
    ]);
    const known = offered.map(({ accountId }) => accountId);
    if (known.toSorted().join() === staff.sealKeepers.toSorted().join()) continue;
    const contract = await unsafeReadTask(context, use.taskId);
    await commit(context, [], await callHolders(context, contract, use, row, known));
  }
}
