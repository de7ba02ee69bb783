import type { ParsedInputOf } from '#core/call.ts';
import { isArchivable, NEWCOMER_LIMITS } from '#core/employee/newcomer.ts';
import type * as calls from '#core/employee/newcomer-calls.ts';
import { AppError } from '#core/errors.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { forgetNewcomerEffect } from '#edge/sync/effects.ts';
import { linkHashOf, tellNewcomer } from './newcomer-message.ts';
import {
  changeNewcomer,
  newcomerUnchanged,
  readForChange,
  readNewcomer,
  recordNewcomer,
} from './read-newcomer.ts';

const HOUR = 3_600_000;

/** Removes the draft of a file: its room disconnects whoever is in it and forgets the document. */
export const forgetDraftOf = (context: SignedInContext, newcomerId: string): Statement =>
  enqueue(context, `newcomer:${newcomerId}:room`, forgetNewcomerEffect, { newcomerId });

/**
 * Sends the message again. Before the newcomer has logged in it carries a new link, and the one before ends. Throws
 * TOO_OFTEN for a second one within an hour.
 */
export async function remindNewcomer(
  input: ParsedInputOf<typeof calls.remindNewcomer>,
  context: SignedInContext,
): Promise<null> {
  const { row } = await readForChange(context, input, 'remind');
  if ((await countAttempt(context, `newcomerReminder:${row.id}`, HOUR)) > 1) throw new AppError('TOO_OFTEN');
  const unclaimed = row.state === 'TO_COLLECT';
  const linkRound = row.linkRound + 1;
  const link = unclaimed
    ? {
        linkRound,
        linkHash: await linkHashOf(context, row.id, linkRound),
        linkEndsAt: context.now + NEWCOMER_LIMITS.linkMs,
      }
    : {};
  await commit(
    context,
    [newcomerUnchanged(row)],
    [
      changeNewcomer(context, row, link),
      recordNewcomer(context, row, 'REMINDED'),
      tellNewcomer(context, row.id, unclaimed ? 'NEWCOMER_INVITED' : 'NEWCOMER_REMINDED'),
    ],
    new AppError('NEWCOMER_CHANGED'),
  );
  return null;
}

/** Cancels an onboarding: notifies the newcomer, invalidates the link and removes the draft. */
export async function cancelNewcomer(
  input: ParsedInputOf<typeof calls.cancelNewcomer>,
  context: SignedInContext,
): Promise<null> {
  const { row, state } = await readForChange(context, input, 'cancel');
  await commit(
    context,
    [newcomerUnchanged(row)],
    [
      changeNewcomer(context, row, { state }),
      recordNewcomer(context, row, 'CANCELLED'),
      tellNewcomer(context, row.id, 'NEWCOMER_CANCELLED'),
      forgetDraftOf(context, row.id),
    ],
    new AppError('NEWCOMER_CHANGED'),
  );
  return null;
}

/** [4.11b] Archives or restores a file that has ended. */
export async function archiveNewcomer(
  input: ParsedInputOf<typeof calls.archiveNewcomer>,
  context: SignedInContext,
): Promise<null> {
  const row = await readNewcomer(context, input.newcomerId);
  const { archived } = input;
  if (row.version !== input.version || !isArchivable(row.state) || row.archived === archived)
    throw new AppError('NEWCOMER_CHANGED');
  await commit(
    context,
    [newcomerUnchanged(row)],
    [
      changeNewcomer(context, row, { archived }),
      recordNewcomer(context, row, archived ? 'ARCHIVED' : 'UNARCHIVED'),
    ],
    new AppError('NEWCOMER_CHANGED'),
  );
  return null;
}
