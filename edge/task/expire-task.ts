import { expire } from '#core/approval/approval.ts';
import { next } from '#core/machine.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import { spendCopy } from '#edge/copies/ledger.ts';
import type { Context } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { changeTask } from './change-task.ts';
import { unsafeReadTask } from './read-task.ts';
import { endReview, onlySender } from './review-task.ts';
import { pushTask, tellEachOnce } from './tell-parties.ts';

/** Ends a task whose deadline has passed; called by a job. */
export async function expireTask(context: Context, taskId: string): Promise<void> {
  await withRetry(async () => {
    const whole = await unsafeReadTask(context, taskId);
    const state = next(TASK_MACHINE, whole.task.state, 'expire');
    if (!state || whole.task.deadline > context.now) return;
    const params = { task: whole.task.name };
    const review = await endReview(context, whole, expire, 'Signet');
    await changeTask(context, whole.task, {
      set: { state, endReason: 'EXPIRED', endedAt: context.now, ...review?.set },
      trail: [
        ...(review ? [{ event: 'REVIEW_FAILED' as const, operator: 'Signet' }] : []),
        { event: 'EXPIRED', operator: 'Signet' },
      ],
      guards: review?.guards ?? [],
      more: [
        ...(review?.statements ?? [spendCopy(context, whole.task.id)]),
        ...tellEachOnce(
          context,
          whole.task,
          whole.signers.filter((s) => s.state === 'SIGNING'),
          // Senders of lapsed approvals are notified of that instead.
          { template: 'TASK_EXPIRED', params, sender: !review },
        ),
        pushTask(context, review ? onlySender(whole) : whole),
      ],
    });
  });
}
