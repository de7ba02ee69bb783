import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { rejectTask as rejectCall } from '#core/task/calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { isOwnSigner, readTask } from './read-task.ts';

/** Refuses to sign, which ends the task for all parties ([4.1h], [5.11p]). */
export function rejectTask(input: ParsedInputOf<typeof rejectCall>, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { actor } = context;
    const contract = await readTask(context, input.planId);
    if (contract.task.state === 'REVIEWING') throw new AppError('TASK_REVIEWING');
    const mine = contract.signers.find((s) => isOwnSigner(actor, s) && s.state === 'SIGNING');
    if (!mine)
      throw new AppError(
        contract.signers.some((s) => isOwnSigner(actor, s)) ? 'NOT_YOUR_TURN' : 'NO_SIGNING_PERMISSION',
      );
    await advanceTask(context, contract, {
      event: 'reject',
      by: { ...operatorOf(actor), agent: mine.entName },
      signerIds: [mine.id],
      remark: input.reason,
      params: { reason: input.reason },
      set: { rejectReason: input.reason },
      statements: context.remember(null),
    });
    return null;
  });
}
