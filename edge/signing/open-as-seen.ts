import { inArray } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { isAsSeen, type SeenDocuments } from '#core/task/seen.ts';
import { documentRevision } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { readRevision } from './revisions.ts';
import type { Signable, SignedAnswer, Subject } from './signable.ts';

/** A signing request: the subject's id, the revisions that the person was shown, and the input. */
export interface SigningRequest<Input> {
  id: string;
  seen: SeenDocuments;
  input: Input;
}

/**
 * Opens the subject for signing. Throws the reason if the person may not sign it, REVISION_CHANGED as `checkSeen` does.
 */
export async function openAsSeen<Input, Answer extends SignedAnswer>(
  context: SignedInContext,
  signable: Signable<Input, Answer>,
  { id, seen }: Pick<SigningRequest<Input>, 'id' | 'seen'>,
): Promise<Subject<Input, Answer>> {
  const subject = await signable.open(context, id);
  await checkSeen(context, seen, subject.documents);
  return subject;
}

/**
 * Throws REVISION_CHANGED unless the signer was shown the newest revision of every document. Called before the proof of
 * willingness is checked, so that a refusal does not use it up, and again when the revisions to sign are read.
 */
async function checkSeen(
  context: Context,
  seen: SeenDocuments,
  documents: readonly { id: string; revision: number }[],
): Promise<void> {
  const rows = await digestsOf(
    context,
    documents.map(({ id }) => id),
  );
  const newest = documents.flatMap(({ id, revision }) =>
    rows.filter((row) => row.documentId === id && row.revision === revision),
  );
  if (!isAsSeen(seen, newest)) throw new AppError('REVISION_CHANGED');
}

/** The query for the digests of all revisions of some documents. */
const digestsOf = ({ db }: Context, documentIds: readonly string[]) =>
  db
    .select({
      documentId: documentRevision.documentId,
      revision: documentRevision.revision,
      sha256: documentRevision.sha256,
    })
    .from(documentRevision)
    .where(inArray(documentRevision.documentId, documentIds.toSorted()));

/** What `openAsSeen` and signing ask of the revisions that were shown, to be asked ahead. */
export const readsOfSeen = (context: Context, seen: SeenDocuments): Promise<unknown>[] => [
  digestsOf(
    context,
    seen.map(({ documentId }) => documentId),
  ).execute(),
  ...seen.map(({ documentId, revision }) => readRevision(context, documentId, revision)),
];
