import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { silenceReminders as call } from '#core/task/reminder-calls.ts';
import { silencing } from '#edge/invitation/invitations.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { onlySender } from './advance-task.ts';
import { awaitsEnterprise, isOwnSigner, readTask } from './read-task.ts';
import { pushTask } from './tell-parties.ts';

/**
 * Ends or resumes reminders of a task for the signer who asks it, as the link in their messages does. Throws NOT_FOUND,
 * NO_PERMISSION to whoever does not sign it, TASK_CLOSED when nobody reminds of it any more.
 */
export async function silenceReminders(
  { planId: taskId, silenced }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> {
  const contract = await readTask(context, taskId);
  const own = contract.signers.filter(
    (one) => isOwnSigner(context.actor, one) || awaitsEnterprise(context.actor, one),
  );
  if (own.length === 0) throw new AppError('NO_PERMISSION');
  const { state } = contract.task;
  const waiting = own.filter((one) => one.state === 'UNSIGNED' || one.state === 'SIGNING');
  if (state === 'ENDED' || state === 'REVOKED' || waiting.length === 0) throw new AppError('TASK_CLOSED');
  const statements = await Promise.all(
    waiting.map(({ id: partyId, mobileIndex }) =>
      silencing(context, { taskId, partyId, mobileIndex }, silenced),
    ),
  );
  await commit(context, [], [...statements.flat(), pushTask(context, onlySender(contract))]);
  return null;
}
