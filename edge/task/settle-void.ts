import type { Context } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { advanceTask, PRODUCT } from './advance-task.ts';
import { unsafeReadTask } from './read-task.ts';

/**
 * Updates a contract when its voiding agreement has ended: VOIDED if all signed, otherwise reset so that voiding can be
 * tried again. The contract remains completed in both cases. Effect handler; idempotent.
 */
export const settleVoid = (context: Context, { agreementId }: { agreementId: string }): Promise<void> =>
  withRetry(async () => {
    const agreement = (await unsafeReadTask(context, agreementId)).task;
    if (agreement.voids === '' || agreement.endReason === null) return;
    const contract = await unsafeReadTask(context, agreement.voids);
    const { task } = contract;
    if (task.voidState !== 'VOIDING' || task.voidTaskId !== agreementId) return;
    const isVoid = agreement.endReason === 'COMPLETED';
    await advanceTask(context, contract, {
      event: isVoid ? 'void' : 'failVoid',
      by: PRODUCT,
      remark: agreement.number,
    });
  });
