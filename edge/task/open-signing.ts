import { can } from '#core/machine.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import type { Context } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { advanceTask, PRODUCT } from './advance-task.ts';
import { reviewTask } from './freeze-tasks.ts';
import { unsafeReadTask } from './read-task.ts';

/**
 * Begins the signing of a task whose start time has come ([4.1a]); called by a job. Freezes the task at once if one of its
 * enterprises was disabled since it was sent.
 */
export async function openSigning(context: Context, taskId: string): Promise<void> {
  await withRetry(async () => {
    const contract = await unsafeReadTask(context, taskId);
    if (!can(TASK_MACHINE, contract.task.state, 'start') || contract.task.startAt > context.now) return;
    await advanceTask(context, contract, { event: 'start', by: PRODUCT });
  });
  await reviewTask(context, taskId);
}
