import { inArray } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { isAsSeen, type SeenDocuments } from '#core/task/seen.ts';
import { documentRevision } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import type { Signable, SignedAnswer, Subject } from './signable.ts';

/** What a person asks to sign: the thing as they were shown it, and how. */
export interface Asked<Input> {
  id: string;
  seen: SeenDocuments;
  input: Input;
}

/** The thing as the person may sign it, in the state that they were shown. Throws why not; REVISION_CHANGED. */
export async function openAsSeen<Input, Answer extends SignedAnswer>(
  context: SignedInContext,
  signable: Signable<Input, Answer>,
  { id, seen }: Pick<Asked<Input>, 'id' | 'seen'>,
): Promise<Subject<Input, Answer>> {
  const subject = await signable.open(context, id);
  await checkSeen(context, seen, subject.documents);
  return subject;
}

/**
 * Throws REVISION_CHANGED unless the signer was shown all documents as they are now. Called before the proof of
 * willingness is judged, so that a refusal uses no proof up, and again where the revision is read that is signed.
 */
async function checkSeen(
  { db }: Context,
  seen: SeenDocuments,
  documents: readonly { id: string; revision: number }[],
): Promise<void> {
  const rows = await db
    .select({
      documentId: documentRevision.documentId,
      revision: documentRevision.revision,
      sha256: documentRevision.sha256,
    })
    .from(documentRevision)
    .where(
      inArray(
        documentRevision.documentId,
        documents.map(({ id }) => id),
      ),
    );
  const newest = documents.flatMap(({ id, revision }) =>
    rows.filter((row) => row.documentId === id && row.revision === revision),
  );
  if (!isAsSeen(seen, newest)) throw new AppError('REVISION_CHANGED');
}
