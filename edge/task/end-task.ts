import { eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import type { rejectPlan as rejectCall, revokePlan as revokeCall } from '#core/task/calls.ts';
import { SIGNER_MACHINE, TASK_MACHINE } from '#core/task/states.ts';
import { signer } from '#db/schema/index.ts';
import { returnCopy, spendCopy } from '#edge/copies/ledger.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { changeTask } from './change-task.ts';
import { isInitiator } from './plan-row.ts';
import { isOwnSigner, readTask, unsafeReadTask } from './read-task.ts';
import { pushTask, tellInitiator, tellParty } from './tell-parties.ts';

/** Refuses to sign, for everybody and for good ([4.1h], [5.11p]). */
export function rejectPlan(input: ParsedInputOf<typeof rejectCall>, context: SignedInContext): Promise<null> {
  return withRetry(async () => {
    const { actor, now } = context;
    const whole = await readTask(context, input.planId);
    const mine = whole.signers.find((s) => isOwnSigner(actor, s) && s.state === 'SIGNING');
    if (!mine)
      throw new AppError(
        whole.signers.some((s) => isOwnSigner(actor, s)) ? 'NOT_YOUR_TURN' : 'NO_SIGNING_PERMISSION',
      );
    const state = next(TASK_MACHINE, whole.task.state, 'reject');
    const signerState = next(SIGNER_MACHINE, mine.state, 'reject');
    if (!state || !signerState || whole.task.state === 'REVIEWING') throw new AppError('TASK_CLOSED');
    const params = { operator: actor.name, task: whole.task.name, reason: input.reason };
    await changeTask(context, whole.task, {
      set: { state, endReason: 'REJECTED', endedAt: now, rejectReason: input.reason },
      trail: [{ event: 'REFUSED', operator: actor.name, agent: mine.entName, remark: input.reason }],
      more: [
        context.db.update(signer).set({ state: signerState }).where(eq(signer.id, mine.id)),
        spendCopy(context, whole.task.id),
        tellInitiator(context, whole.task, 'TASK_REJECTED', params),
        ...whole.signers
          .filter((s) => s.id !== mine.id)
          .flatMap((s) => tellParty(context, whole.task, s, 'TASK_REJECTED', params)),
        pushTask(context, whole),
        ...context.remember(null),
      ],
    });
    context.defer(runOutbox(context));
    return null;
  });
}

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
    context.defer(runOutbox(context));
    return null;
  });
}

/** Ends a task whose deadline has passed: a job's work. */
export async function expireTask(context: Context, taskId: string): Promise<void> {
  await withRetry(async () => {
    const whole = await unsafeReadTask(context, taskId);
    const state = next(TASK_MACHINE, whole.task.state, 'expire');
    if (!state || whole.task.deadline > context.now) return;
    const params = { task: whole.task.name };
    await changeTask(context, whole.task, {
      set: { state, endReason: 'EXPIRED', endedAt: context.now },
      trail: [{ event: 'EXPIRED', operator: 'Signet' }],
      more: [
        spendCopy(context, whole.task.id),
        tellInitiator(context, whole.task, 'TASK_EXPIRED', params),
        ...whole.signers
          .filter((s) => s.state === 'SIGNING')
          .flatMap((s) => tellParty(context, whole.task, s, 'TASK_EXPIRED', params)),
        pushTask(context, whole),
      ],
    });
  });
}
