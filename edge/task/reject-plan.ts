import { eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import type { rejectPlan as rejectCall } from '#core/task/calls.ts';
import { SIGNER_MACHINE, TASK_MACHINE } from '#core/task/states.ts';
import { signer } from '#db/schema/index.ts';
import { spendCopy } from '#edge/copies/ledger.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { changeTask } from './change-task.ts';
import { isOwnSigner, readTask } from './read-task.ts';
import { pushTask, tellEachOnce } from './tell-parties.ts';

/** Refuses to sign, which ends the task for all parties ([4.1h], [5.11p]). */
export function rejectPlan(input: ParsedInputOf<typeof rejectCall>, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { actor, now } = context;
    const whole = await readTask(context, input.planId);
    if (whole.task.state === 'REVIEWING') throw new AppError('TASK_REVIEWING');
    const mine = whole.signers.find((s) => isOwnSigner(actor, s) && s.state === 'SIGNING');
    if (!mine)
      throw new AppError(
        whole.signers.some((s) => isOwnSigner(actor, s)) ? 'NOT_YOUR_TURN' : 'NO_SIGNING_PERMISSION',
      );
    const state = next(TASK_MACHINE, whole.task.state, 'reject');
    const signerState = next(SIGNER_MACHINE, mine.state, 'reject');
    if (!state || !signerState) throw new AppError('TASK_CLOSED');
    const params = { operator: actor.name, task: whole.task.name, reason: input.reason };
    await changeTask(context, whole.task, {
      set: { state, endReason: 'REJECTED', endedAt: now, rejectReason: input.reason },
      trail: [{ event: 'REFUSED', operator: actor.name, agent: mine.entName, remark: input.reason }],
      more: [
        context.db.update(signer).set({ state: signerState }).where(eq(signer.id, mine.id)),
        spendCopy(context, whole.task.id),
        ...tellEachOnce(
          context,
          whole.task,
          whole.signers.filter((s) => s.id !== mine.id),
          { template: 'TASK_REJECTED', params, sender: true },
        ),
        pushTask(context, whole),
        ...context.remember(null),
      ],
    });
    return null;
  });
}
