import type { Context } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { changeTask } from './change-task.ts';
import { unsafeReadTask } from './read-task.ts';
import { pushTask, tellInitiator, tellParty } from './tell-parties.ts';

/**
 * What becomes of a contract once the agreement to make it void has ended: void where all signed, otherwise as it was, so
 * that it can be tried again. It stays completed either way. A job's work; run twice it finds its work done.
 */
export const settleVoid = (context: Context, { agreementId }: { agreementId: string }): Promise<void> =>
  withRetry(async () => {
    const agreement = (await unsafeReadTask(context, agreementId)).task;
    if (agreement.voids === '' || agreement.endReason === null) return;
    const whole = await unsafeReadTask(context, agreement.voids);
    const { task } = whole;
    if (task.voidState !== 'VOIDING' || task.voidTaskId !== agreementId) return;
    const isVoid = agreement.endReason === 'COMPLETED';
    const template = isVoid ? 'TASK_VOIDED' : 'TASK_VOID_FAILED';
    const params = { task: task.name };
    await changeTask(context, task, {
      set: { voidState: isVoid ? 'VOIDED' : '' },
      trail: [
        {
          event: isVoid ? 'VOIDED' : 'VOID_FAILED',
          operator: 'Signet',
          remark: agreement.number,
        },
      ],
      more: [
        ...whole.signers.flatMap((party) => tellParty(context, task, party, template, params)),
        tellInitiator(context, task, template, params),
        pushTask(context, whole),
      ],
    });
  });
