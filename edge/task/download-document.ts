import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { downloadDocument as call } from '#core/task/calls.ts';
import type { SignedInContext } from '../context.ts';
import type { FileAnswer } from '../http/implement.ts';
import { withRetry } from '../storage/commit.ts';
import { changeTask } from './change-task.ts';
import { readTask } from './read-task.ts';
import { readRevision, revisionAnswer } from './revisions.ts';

/** The newest revision of one file. A download leaves a line in the trail; looking at it in the page does not. */
export async function downloadDocument(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { actor } = context;
  const whole = await readTask(context, input.planId);
  const row = whole.documents[input.fileIndex];
  if (!row) throw new AppError('NOT_FOUND');
  if (input.purpose === 'download') {
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
  return revisionAnswer(context, revision, row.name, input.purpose === 'view');
}
