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
import { pushTask, tellParty } from './tell-parties.ts';

/** Takes a sent task back ([4.1g], [5.11o]): only while it runs, by who sent it or an administrator. */
export function revokePlan(input: ParsedInputOf<typeof revokeCall>, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { actor, now } = context;
    const whole = await readTask(context, input.planId);
    if (!isInitiator(actor, whole.task)) throw new AppError('NO_PERMISSION');
    const state = next(TASK_MACHINE, whole.task.state, 'revoke');
    if (!state) throw new AppError('TASK_CLOSED');
    const params = { operator: actor.name, task: whole.task.name, reason: input.reason };
    await changeTask(context, whole.task, {
      set: { state, endReason: 'WITHDRAWN', endedAt: now, revokeReason: input.reason },
      trail: [{ event: 'REVOKED', operator: actor.name, agent: actor.entName, remark: input.reason }],
      more: [
        // Whatever was signed used the copy up already, and then this returns nothing.
        ...returnCopy(context, whole.task.id, { id: actor.accountId, name: actor.name }),
        ...whole.signers
          .filter((s) => s.state !== 'UNSIGNED')
          .flatMap((s) => tellParty(context, whole.task, s, 'TASK_REVOKED', params)),
        pushTask(context, whole),
        ...context.remember(null),
      ],
    });
    return null;
  });
}
