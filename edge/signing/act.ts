import { eq } from 'drizzle-orm';
import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { canonical } from '#core/template/canonical.ts';
import { consent as consentTable, documentRevision, placement } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { recordStamping } from '#edge/seal/use-seals.ts';
import type { ConsentEvidence } from './check-consent.ts';
import { checkSealApproval } from './check-seal-approval.ts';
import type { ChooseKey, SigningKey } from './choose-key.ts';
import type { PendingSignature, SignedDocument, Signing } from './document-engine.ts';
import { engineOf } from './engine-of.ts';
import { type FilledValue, namesOf } from './fill-fields.ts';
import { type FilledPlacements, fillPlacements } from './fill-placements.ts';
import { openAsSeen, type SigningRequest } from './open-as-seen.ts';
import { holdRevision, type NewRevision, type OpenRevision, readRevision } from './revisions.ts';
import type { DocumentRow } from './rows.ts';
import type { Places, Signable, SignedAnswer, Subject } from './signable.ts';

/** One signing operation after all checks: subject, documents, placements and key. */
export interface Act<Answer extends SignedAnswer, Key extends SigningKey = SigningKey> {
  subject: Subject<never, Answer>;
  places: Places;
  filled: FilledPlacements;
  key: Key;
  /** Statements of the seal-use approval, for the transaction that writes the signature. */
  leave: readonly Statement[];
  /** Documents in which the signer has a placement. */
  documents: readonly DocumentRow[];
  seen: SeenDocuments;
}

/** A document in the middle of signing: begun, or signed but not yet written. */
export interface Underway {
  documentId: string;
  position: number;
  /** The number of the new revision. */
  revision: number;
  /** Revision that is signed: the newest one, with signature fields reserved if they were not before. */
  base: NewRevision | OpenRevision;
  state: PendingSignature | SignedDocument;
}

export const isPending = (state: PendingSignature | SignedDocument): state is PendingSignature =>
  'message' in state;

/** Checks all preconditions: the signer's turn, the revisions shown, placements, seals, approval and key. */
export async function openAct<Input, Answer extends SignedAnswer, Key extends SigningKey>(
  context: SignedInContext,
  signable: Signable<Input, Answer>,
  request: SigningRequest<Input>,
  choose: ChooseKey<Key>,
): Promise<Act<Answer, Key>> {
  const subject = await openAsSeen(context, signable, request);
  const { party, fileType } = subject;
  const places = subject.placesOf(request.input);
  const filled = await fillPlacements(context, party, places.placements, places.fillings);
  const leave = await checkSealApproval(context, subject, places, filled);
  const documents = subject.documents.filter(({ id }) => places.placements.some((p) => p.documentId === id));
  const key = await choose(context, party, filled, fileType);
  return { subject, places, filled, key, leave, documents, seen: request.seen };
}

/** Begins to sign the newest revision of a document. */
export async function beginDocument(
  context: SignedInContext,
  act: Act<SignedAnswer>,
  { id: documentId, position, revision }: DocumentRow,
): Promise<Underway> {
  const { fileType } = act.subject;
  const engine = engineOf(fileType);
  let open = await holdRevision(context, await readRevision(context, documentId, revision));
  const preparation = act.places.reserve?.(documentId);
  if (preparation)
    open = await holdRevision(context, (await engine.prepare(context, open, preparation)).revision);
  const state = await engine.begin(context, open, signingOf(act, documentId));
  return { documentId, position, revision: revision + 1, base: open, state };
}

/** Completes the pending signature with its value; returns a document without pending signature unchanged. */
export async function finishDocument(
  context: SignedInContext,
  act: Act<SignedAnswer>,
  underway: Underway,
  value: Bytes,
): Promise<Underway> {
  const { documentId, base, state } = underway;
  if (!isPending(state)) return underway;
  const open = 'source' in base ? base : await holdRevision(context, base);
  const engine = engineOf(act.subject.fileType);
  return { ...underway, state: await engine.finish(context, open, signingOf(act, documentId), state, value) };
}

/** Drops what was read of the file, which the store still has: many documents do not fit into memory at once. */
export function lightened({
  base: { segments, length, sha256, hashState },
  ...underway
}: Underway): Underway {
  return { ...underway, base: { segments, length, sha256, hashState } };
}

const signingOf = ({ subject, places, filled, key }: Act<SignedAnswer>, documentId: string): Signing => ({
  mine: subject.party,
  placements: places.placements.filter((p) => p.documentId === documentId),
  filled,
  key,
});

/**
 * Writes the signature in one transaction: revisions, the consent with the digests it covers, the usage record of each
 * seal, and the subject's own changes. Throws GuardFailed, without writing anything, on a concurrent change.
 */
export async function writeSignature<Answer extends SignedAnswer>(
  context: SignedInContext,
  { subject, filled, key, leave, seen }: Act<Answer>,
  signed: readonly Underway[],
  consent: ConsentEvidence,
): Promise<Answer> {
  const { actor, db, now } = context;
  const { certificateId } = key;
  const made = signed.map(({ state, ...document }) => {
    if (isPending(state)) throw new AppError('INTERNAL');
    return { ...document, ...state.revision, digests: state.digests };
  });
  return subject.write({
    documents: made.map(({ documentId, revision, sha256 }) => ({ documentId, revision, sha256 })),
    entry: {
      event: 'SIGNED',
      operator: consent.operator ?? actor.name,
      agent: subject.party.entName,
      remark: namesOf(filled.values).join('、'),
      evidence: {
        consent: consent.method,
        ...consent.evidence,
        certificate: key.serial,
        ...Object.fromEntries(made.map((d) => [`document ${d.position + 1}`, d.sha256])),
        ...(await digestsOfValues(made, filled.values)),
      },
    },
    statements: [
      ...recordStamping(
        context,
        filled.seals.map((used) => used.seal),
        subject,
      ),
      ...key.guards,
      ...(await keepValues(context, filled.values)),
      ...leave,
      ...made.flatMap(({ documentId, revision, segments, length, sha256, hashState }) => [
        subject.raise(documentId, revision),
        db.insert(documentRevision).values({
          documentId,
          revision,
          segments,
          length,
          sha256,
          hashState,
          signerId: subject.signerId || null,
          certificateId,
          createdAt: now,
        }),
      ]),
      db.insert(consentTable).values({
        id: context.newId(),
        taskId: subject.id,
        signerId: subject.signerId,
        accountId: actor.accountId,
        method: consent.method,
        seen,
        digests: made.flatMap(({ digests }) => digests),
        createdAt: now,
      }),
    ],
    proofs: consent.once ? [consent.once] : [],
  });
}

/** SHA-256 of the values filled into each document, keyed by the document's number in the task. */
async function digestsOfValues(
  documents: readonly { documentId: string; position: number }[],
  values: readonly FilledValue[],
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { documentId, position } of documents) {
    const own = values.filter((one) => one.documentId === documentId);
    if (own.length === 0) continue;
    const text = canonical(own.map(({ name, value }) => [name, value]));
    digests[`filled ${position + 1}`] = await sha256Hex(text);
  }
  return digests;
}

const keepValues = (context: SignedInContext, values: readonly FilledValue[]): Promise<Statement[]> =>
  Promise.all(
    values.map(async ({ placementId, value }) => ({
      placementId,
      valueSealed: await context.keys.sealField(value, `filled:${placementId}`),
    })),
  ).then((rows) =>
    rows.map(({ placementId, valueSealed }) =>
      context.db.update(placement).set({ valueSealed }).where(eq(placement.id, placementId)),
    ),
  );
