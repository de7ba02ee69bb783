import type { ParsedInputOf } from '#core/call.ts';
import { chinaMinute } from '#core/china-time.ts';
import { AppError } from '#core/errors.ts';
import { can } from '#core/machine.ts';
import type { extendTask as call } from '#core/task/change-calls.ts';
import { deadlineProblem } from '#core/task/deadline.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { readTask } from './read-task.ts';
import { isInitiator } from './task-item.ts';

/**
 * Moves the deadline of a task to a later time before it passes; for the initiator and administrators. Refused during
 * approval, because the deadline is part of what is approved. Notifies the current signers and reminds them again
 * before the new deadline.
 */
export function extendTask(
  { planId: taskId, endTime }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> {
  return withRetry(async () => {
    const { actor, now } = context;
    const contract = await readTask(context, taskId);
    const { task } = contract;
    if (!isInitiator(actor, task)) throw new AppError('NO_PERMISSION');
    if (task.state === 'REVIEWING') throw new AppError('TASK_REVIEWING');
    if (!can(TASK_MACHINE, task.state, 'extend')) throw new AppError('TASK_CLOSED');
    if (task.deadline <= now) throw new AppError('DEADLINE_PASSED');
    const { deadlineDays: days } = await limitsInForce(context);
    const problem = deadlineProblem({ deadline: task.deadline, wanted: endTime, now, days });
    if (problem === 'NOT_LATER') throw new AppError('DEADLINE_NOT_LATER', {}, 'endTime');
    if (problem === 'TOO_FAR') throw new AppError('DEADLINE_TOO_FAR', { days }, 'endTime');
    await advanceTask(context, contract, {
      event: 'extend',
      by: operatorOf(actor),
      evidence: { deadlineBefore: String(task.deadline), deadline: String(endTime) },
      params: { until: chinaMinute(endTime) },
      set: { deadline: endTime, remindedAt: null },
      statements: context.remember(null),
    });
    return null;
  });
}
