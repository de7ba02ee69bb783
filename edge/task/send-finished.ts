import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { nameKey } from '#core/identity/compare-names.ts';
import type { sendFinished as call } from '#core/task/change-calls.ts';
import { canBeSent } from '#core/task/states.ts';
import { copyParty, participant } from '#db/schema/index.ts';
import { placeOf } from '#edge/claim/change-parties.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { copyRows } from './build-task-rows.ts';
import { noneArrived, resolveParties } from './parties.ts';
import { readTask } from './read-task.ts';
import { isInitiator } from './task-item.ts';

/**
 * Sends a finished task of an HR scenario to further recipients ([8.11c]), who become copy parties; for the initiator
 * and administrators. Skips existing parties. Throws NO_PERMISSION, TASK_NOT_SENDABLE, TOO_MANY_COPIES.
 */
export function sendFinished(
  { planId: taskId, recipients }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  return withRetry(async () => {
    const { actor, db } = context;
    const contract = await readTask(context, taskId);
    const { task, signers, ccParties } = contract;
    if (!isInitiator(actor, task)) throw new AppError('NO_PERMISSION');
    if (!canBeSent(task)) throw new AppError('TASK_NOT_SENDABLE');
    const parties = await resolveParties(context, recipients);
    const known = new Set(
      [...signers, ...ccParties].map(({ entName, mobileIndex }) => `${nameKey(entName)}|${mobileIndex}`),
    );
    const added = recipients.flatMap((recipient, i) => {
      const party = parties[i]!;
      const key = `${recipient.type === 'ENTERPRISE' ? nameKey(party.entName) : ''}|${party.mobileIndex}`;
      if (known.has(key)) return [];
      known.add(key);
      return [{ recipient, party }];
    });
    const answer = { sent: added.length };
    const { signersPerTask: max } = await limitsInForce(context);
    if (ccParties.length + added.length > max) throw new AppError('TOO_MANY_COPIES', { max });
    if (added.length === 0) return answer;
    const found = added.map(({ party }) => party);
    const rows = await copyRows(
      added.map(({ recipient }) => recipient),
      context,
      task.id,
      found,
    );
    const readers = rows.flatMap((row) => {
      const place = placeOf(row);
      return place ? [{ ...place, part: 'COPY' as const, taskId: task.id, sentAt: task.sentAt }] : [];
    });
    await advanceTask(
      context,
      { ...contract, ccParties: [...ccParties, ...rows] },
      {
        event: 'forward',
        by: operatorOf(actor),
        guards: [noneArrived(found)],
        ccPartyIds: rows.map(({ id }) => id),
        remark: rows.map(({ entName, userName }) => [entName, userName].filter(Boolean).join(' ')).join('、'),
        statements: [
          db.insert(copyParty).values(rows),
          ...readers.map((row) => db.insert(participant).values(row).onConflictDoNothing()),
          ...context.remember(answer),
        ],
      },
    );
    return answer;
  });
}
