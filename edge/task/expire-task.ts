import { expire } from '#core/approval/approval.ts';
import { can } from '#core/machine.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import type { Context } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { advanceTask, PRODUCT } from './advance-task.ts';
import { unsafeReadTask } from './read-task.ts';
import { endApproval } from './review-task.ts';

/** Ends a task whose deadline has passed; called by a job. */
export async function expireTask(context: Context, taskId: string): Promise<void> {
  await withRetry(async () => {
    const contract = await unsafeReadTask(context, taskId);
    if (!can(TASK_MACHINE, contract.task.state, 'expire') || contract.task.deadline > context.now) return;
    const { guards, statements } = await endApproval(context, contract, expire, PRODUCT.name);
    const entriesBefore =
      contract.task.state === 'REVIEWING'
        ? [{ event: 'REVIEW_FAILED' as const, operator: PRODUCT.name }]
        : [];
    await advanceTask(context, contract, { event: 'expire', by: PRODUCT, entriesBefore, guards, statements });
  });
}
