import { inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { urgePlan as call } from '#core/task/calls.ts';
import { signer } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { changeTask } from './change-task.ts';
import { isInitiator } from './plan-row.ts';
import { readTask } from './read-task.ts';
import { tellEachOnce } from './tell-parties.ts';

const PAUSE_MINUTES = 10;

/** Urges the current signers, each at most once in ten minutes. Throws URGED_TOO_OFTEN if none is due. */
export function urgePlan(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  return withRetry(async () => {
    const { actor, now } = context;
    const { task, signers } = await readTask(context, input.planId);
    if (!isInitiator(actor, task)) throw new AppError('NO_PERMISSION');
    if (task.state === 'REVIEWING') throw new AppError('TASK_REVIEWING');
    if (task.state !== 'IN_PROGRESS' || task.deadline < now) throw new AppError('TASK_CLOSED');
    const waiting = signers.filter((s) => s.state === 'SIGNING');
    const due = waiting.filter((s) => (s.urgedAt ?? 0) + PAUSE_MINUTES * 60_000 <= now);
    if (due.length === 0) throw new AppError('URGED_TOO_OFTEN', { minutes: PAUSE_MINUTES });
    const params = { initiator: task.initiatorEntName || task.initiatorName, task: task.name };
    await changeTask(context, task, {
      set: {},
      trail: [
        {
          event: 'URGED',
          operator: actor.name,
          agent: actor.entName,
          remark: due.map((s) => s.entName || s.userName).join('、'),
        },
      ],
      more: [
        context.db
          .update(signer)
          .set({ urgedAt: now })
          .where(
            inArray(
              signer.id,
              due.map((s) => s.id),
            ),
          ),
        ...tellEachOnce(context, task, due, { template: 'TASK_URGED', params }),
        ...context.remember({ urged: due.length }),
      ],
    });
    return { urged: due.length };
  });
}
