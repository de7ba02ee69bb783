import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { urgeTask as call } from '#core/task/calls.ts';
import { silencedParties } from '#edge/invitation/invitations.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { readTask } from './read-task.ts';
import { isInitiator } from './task-item.ts';

const PAUSE_MINUTES = 10;

/**
 * Urges the current signers, or the one that is named, each at most once in ten minutes. Throws URGED_TOO_OFTEN if none is due,
 * REMINDERS_SILENCED if all who are want no more reminders, NOT_FOUND for a signer of another task, SIGNER_NOT_CALLED for one whose turn it is not.
 */
export function urgeTask(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  return withRetry(async () => {
    const { actor, now } = context;
    const contract = await readTask(context, input.planId);
    const { task, signers } = contract;
    if (!isInitiator(actor, task)) throw new AppError('NO_PERMISSION');
    if (task.state === 'REVIEWING') throw new AppError('TASK_REVIEWING');
    if (task.state !== 'IN_PROGRESS' || task.deadline < now) throw new AppError('TASK_CLOSED');
    const waiting = waitingOf(signers, input.signerId);
    const due = waiting.filter((s) => (s.urgedAt ?? 0) + PAUSE_MINUTES * 60_000 <= now);
    if (due.length === 0) throw new AppError('URGED_TOO_OFTEN', { minutes: PAUSE_MINUTES });
    const silenced = await silencedParties(context, due);
    const urged = due.filter(({ id }) => !silenced.has(id));
    if (urged.length === 0) throw new AppError('REMINDERS_SILENCED', { names: namesOf(due) });
    await advanceTask(context, contract, {
      event: 'urge',
      by: operatorOf(actor),
      signerIds: urged.map(({ id }) => id),
      remark: namesOf(urged),
      signerSet: { urgedAt: now },
      statements: context.remember({ urged: urged.length }),
    });
    return { urged: urged.length };
  });
}

const namesOf = (signers: readonly SignerRow[]): string =>
  signers.map((s) => s.entName || s.userName).join('、');

function waitingOf(signers: readonly SignerRow[], signerId?: string): SignerRow[] {
  const meant = signers.filter(({ id }) => signerId === undefined || id === signerId);
  if (meant.length === 0) throw new AppError('NOT_FOUND');
  const waiting = meant.filter(({ state }) => state === 'SIGNING');
  if (signerId !== undefined && waiting.length === 0) throw new AppError('SIGNER_NOT_CALLED');
  return waiting;
}
