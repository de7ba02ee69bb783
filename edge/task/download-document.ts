import { and, eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import type { downloadDocument as call } from '#core/task/calls.ts';
import { document, documentRevision } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { attempt, attemptsSoFar } from '#edge/kernel/count-attempts.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { revisionAnswer } from '#edge/signing/revisions.ts';
import { lastOfTrail } from '#edge/trail/trail-of.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { readTask } from './read-task.ts';

/**
 * Downloads per person, task and minute. Each download appends to the trail and forces concurrent signers to retry, so
 * a party that downloads endlessly could keep the others from signing.
 */
const PER_MINUTE = 2 * LIMITS.filesPerTask;
const MINUTE_MS = 60_000;

const counterOf = ({ actor }: SignedInContext, taskId: string) => `download:${actor.accountId}:${taskId}`;

/** What a download asks the database before it writes. */
export const readsOfDownload = (
  {
    planId: taskId,
    fileIndex,
    purpose,
  }: Pick<ParsedInputOf<typeof call>, 'planId' | 'fileIndex' | 'purpose'>,
  context: SignedInContext,
): Promise<unknown>[] => [
  readTask(context, taskId),
  newestRevision(context, taskId, fileIndex).execute(),
  ...(purpose === 'download'
    ? [lastOfTrail(context, taskId).execute(), attemptsSoFar(context, counterOf(context, taskId), MINUTE_MS)]
    : []),
];

/**
 * The newest revision of one file. A download is recorded in the trail, viewing it in the page is not. Throws
 * NOT_FOUND, TOO_OFTEN.
 */
export async function downloadDocument(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { actor } = context;
  const [contract, [newest]] = await Promise.all([
    readTask(context, input.planId),
    newestRevision(context, input.planId, input.fileIndex),
  ]);
  const row = contract.documents[input.fileIndex];
  if (!row || !newest) throw new AppError('NOT_FOUND');
  if (input.purpose === 'download') {
    const counter = counterOf(context, input.planId);
    await withRetry(async () => {
      // Counted with what is written: the task's version lets one of several at once through.
      if ((await attemptsSoFar(context, counter, MINUTE_MS)) >= PER_MINUTE) throw new AppError('TOO_OFTEN');
      await advanceTask(context, await readTask(context, input.planId), {
        event: 'download',
        by: operatorOf(actor),
        remark: row.name,
        statements: [attempt(context, counter, MINUTE_MS)],
      });
    });
  }
  return revisionAnswer(
    context,
    newest.revision,
    { name: row.name, fileType: contract.task.fileType },
    input.purpose === 'view',
  );
}

/** The newest revision of the document at `position`, without access check. */
const newestRevision = ({ db }: SignedInContext, taskId: string, position: number) =>
  db
    .select({ revision: documentRevision })
    .from(document)
    .innerJoin(
      documentRevision,
      and(eq(documentRevision.documentId, document.id), eq(documentRevision.revision, document.revision)),
    )
    .where(and(eq(document.taskId, taskId), eq(document.position, position)));
