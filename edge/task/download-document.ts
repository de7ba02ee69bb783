import type { ParsedInputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import type { downloadDocument as call } from '#core/task/calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { readRevision, revisionAnswer } from '#edge/signing/revisions.ts';
import { changeTask } from './change-task.ts';
import { readTask } from './read-task.ts';

/**
 * Downloads per person, task and minute. Each download appends to the trail and forces concurrent signers to retry, so
 * a party that downloads endlessly could keep the others from signing.
 */
const PER_MINUTE = 2 * LIMITS.filesPerTask;

/**
 * The newest revision of one file. A download is recorded in the trail, viewing it in the page is not. Throws
 * NOT_FOUND, TOO_OFTEN.
 */
export async function downloadDocument(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { actor } = context;
  const whole = await readTask(context, input.planId);
  const row = whole.documents[input.fileIndex];
  if (!row) throw new AppError('NOT_FOUND');
  if (input.purpose === 'download') {
    const counter = `download:${actor.accountId}:${input.planId}`;
    if ((await countAttempt(context, counter, 60_000)) > PER_MINUTE) throw new AppError('TOO_OFTEN');
    await withRetry(async () => {
      const { task } = await readTask(context, input.planId);
      await changeTask(context, task, {
        set: {},
        trail: [{ event: 'DOWNLOADED', operator: actor.name, agent: actor.entName, remark: row.name }],
        more: [],
      });
    });
  }
  const revision = await readRevision(context, row.id, row.revision);
  return revisionAnswer(
    context,
    revision,
    { name: row.name, fileType: whole.task.fileType },
    input.purpose === 'view',
  );
}
