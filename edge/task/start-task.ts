import { inArray } from 'drizzle-orm';
import { next } from '#core/machine.ts';
import { signersToCall } from '#core/task/order.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import { signer } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { callParty } from './automatic.ts';
import { changeTask } from './change-task.ts';
import { reviewTask } from './freeze-tasks.ts';
import { unsafeReadTask } from './read-task.ts';
import { pushTask } from './tell-parties.ts';

/**
 * Starts a task whose start time has come ([4.1a]); called by a job. Calls and notifies the first signers. Freezes the
 * task at once if one of its enterprises was disabled since it was sent.
 */
export async function startTask(context: Context, taskId: string): Promise<void> {
  await withRetry(async () => {
    const whole = await unsafeReadTask(context, taskId);
    const state = next(TASK_MACHINE, whole.task.state, 'start');
    if (!state || whole.task.startAt > context.now) return;
    const called = signersToCall(whole.signers, whole.task.ordered);
    const ids = called.map(({ id }) => id);
    const params = {
      initiator: whole.task.initiatorEntName || whole.task.initiatorName,
      task: whole.task.name,
    };
    await changeTask(context, whole.task, {
      set: { state },
      trail: [{ event: 'STARTED', operator: 'Signet' }],
      more: [
        context.db.update(signer).set({ state: 'SIGNING' }).where(inArray(signer.id, ids)),
        ...called.flatMap((party) => callParty(context, whole.task, party, params)),
        pushTask(context, whole),
      ],
    });
  });
  await reviewTask(context, taskId);
}
