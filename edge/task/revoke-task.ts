import { withdraw } from '#core/approval/approval.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { revokeTask as revokeCall } from '#core/task/calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { readTask } from './read-task.ts';
import { endApproval } from './review-task.ts';
import { isInitiator } from './task-item.ts';

/**
 * Revokes a running task ([4.1g], [5.11o]); for the initiator and administrators. During approval the task has not been
 * sent: withdraws the approval and reopens the draft.
 */
export function revokeTask(input: ParsedInputOf<typeof revokeCall>, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { actor } = context;
    const contract = await readTask(context, input.planId);
    if (!isInitiator(actor, contract.task)) throw new AppError('NO_PERMISSION');
    const approval = await endApproval(
      context,
      contract,
      (one) => withdraw(one, one.applicantId),
      actor.name,
    );
    await advanceTask(context, contract, {
      event: 'revoke',
      by: operatorOf(actor),
      remark: input.reason,
      params: { reason: input.reason },
      set: { revokeReason: input.reason },
      guards: approval.guards,
      statements: [...approval.statements, ...context.remember(null)],
    });
    return null;
  });
}
