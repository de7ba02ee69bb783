import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { viewAttachment as call } from '#core/task/calls.ts';
import { UPLOAD_MIME } from '#core/task/upload-types.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { readTask } from './read-task.ts';
import { attachmentsOf } from './task-facts.ts';

/** An attachment, for participants of the task. Throws NOT_FOUND. */
export async function viewAttachment(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { task } = await readTask(context, input.planId);
  const row = (await attachmentsOf(context.db, task.id))[input.fileIndex];
  if (!row) throw new AppError('NOT_FOUND');
  return {
    body: await context.files.stream(row.sha256),
    length: row.size,
    fileName: row.name,
    contentType: UPLOAD_MIME[row.fileType],
    inline: true,
    etag: row.sha256,
  };
}
