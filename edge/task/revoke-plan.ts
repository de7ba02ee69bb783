import { withdraw } from '#core/approval/approval.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import type { revokePlan as revokeCall } from '#core/task/calls.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import { returnCopy } from '#edge/copies/ledger.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { changeTask } from './change-task.ts';
import { isInitiator } from './plan-row.ts';
import { readTask } from './read-task.ts';
import { endReview, onlySender } from './review-task.ts';
import { pushTask, tellEachOnce } from './tell-parties.ts';

/**
 * Revokes a running task ([4.1g], [5.11o]); for the initiator and administrators. During approval the task has not been
 * sent: withdraws the approval and reopens the draft.
 */
export function revokePlan(input: ParsedInputOf<typeof revokeCall>, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { actor, now } = context;
    const whole = await readTask(context, input.planId);
    if (!isInitiator(actor, whole.task)) throw new AppError('NO_PERMISSION');
    const state = next(TASK_MACHINE, whole.task.state, 'revoke');
    if (!state) throw new AppError('TASK_CLOSED');
    const params = { operator: actor.name, task: whole.task.name, reason: input.reason };
    const review = await endReview(
      context,
      whole,
      (approval) => withdraw(approval, approval.applicantId),
      actor.name,
    );
    await changeTask(context, whole.task, {
      set: { state, endReason: 'WITHDRAWN', endedAt: now, revokeReason: input.reason, ...review?.set },
      trail: [{ event: 'REVOKED', operator: actor.name, agent: actor.entName, remark: input.reason }],
      guards: review?.guards ?? [],
      more: [
        // If anybody has signed, the copy is already spent and this has no effect.
        ...(review?.statements ??
          returnCopy(context, whole.task.id, { id: actor.accountId, name: actor.name })),
        ...tellEachOnce(
          context,
          whole.task,
          whole.signers.filter((s) => s.state !== 'UNSIGNED'),
          { template: 'TASK_REVOKED', params },
        ),
        pushTask(context, review ? onlySender(whole) : whole),
        ...context.remember(null),
      ],
    });
    return null;
  });
}
