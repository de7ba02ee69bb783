import { and, eq, lt, sql } from 'drizzle-orm';
import { digestInMessage } from '#core/agent/check-message.ts';
import { fromBase64, toBase64 } from '#core/bytes.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { continueUkey as continueCall, UkeySigningState } from '#core/task/ukey-calls.ts';
import { DAY_MS } from '#core/time.ts';
import { ukeySigning } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import {
  type Act,
  beginDocument,
  finishDocument,
  isPending,
  lightened,
  openAct,
  type Underway,
  writeSignature,
} from './act.ts';
import type { ConsentEvidence } from './check-consent.ts';
import { chooseUkey } from './choose-ukey.ts';
import type { SigningRequest } from './open-as-seen.ts';
import { type Signable, type SignedAnswer, signableOf } from './signable.ts';
import { provenConsent } from './signer-proofs.ts';
import { dropSession, readSession, type SigningSession, storeSession } from './signing-sessions.ts';

/** Maximum duration of signing with a UKey, from begin to end. */
const LASTS_MS = 10 * 60_000;
/** How long the response is stored for clients that did not receive it. */
const ANSWER_LASTS_MS = DAY_MS;
/** Rows removed in one run; the next minute takes the rest. */
const AT_ONCE = 200;

type Row = typeof ukeySigning.$inferSelect;

/**
 * Begins to sign with a UKey: begins every document and returns the messages for the device to sign. Locks nothing and
 * does not change the subject, so that unplugging the device has no effect. The state belongs to the person and these
 * revisions, and expires after ten minutes.
 */
export async function beginUkey<Input>(
  context: SignedInContext,
  signable: Signable<Input>,
  request: SigningRequest<Input>,
  ukeySerial: string,
): Promise<UkeySigningState> {
  const { db, actor, now } = context;
  const act = await openAct(context, signable, request, chooseUkey(ukeySerial));
  await consentByUkey(context, act);
  const documents: Underway[] = [];
  for (const document of act.documents)
    documents.push(lightened(await beginDocument(context, act, document)));
  const { certificateId, serial: certificateSerial } = act.key;
  const session: SigningSession = {
    request: request,
    certificateId,
    certificateSerial,
    documents,
    taken: '',
  };
  const id = context.newId();
  const row: Row = {
    id,
    accountId: actor.accountId,
    entId: actor.entId,
    kind: signable.kind,
    targetId: request.id,
    ukeySerial,
    begunSha256: await storeSession(context, id, session),
    answer: null,
    expiresAt: now + LASTS_MS,
    version: 1,
  };
  await db.insert(ukeySigning).values(row);
  return askFor(row, session, act);
}

/**
 * Continues with the device's signature values. Returns the next messages if a document needs several signatures,
 * otherwise that signing is done. Idempotent for the same values. Throws UKEY_SIGNING_ENDED if it expired or the UKey's
 * certificate changed, INPUT_INVALID for a wrong number of values, SIGNATURE_VALUE_INVALID for a wrong value,
 * REVISION_CHANGED after a concurrent signature, and any error that prevents the signing itself.
 */
export async function continueUkey(
  signables: readonly Signable[],
  { signingId, values }: ParsedInputOf<typeof continueCall>,
  before: SignedInContext,
): Promise<UkeySigningState> {
  // The response is stored in the transaction of the signature, so that a repeated request receives it.
  const context: SignedInContext = {
    ...before,
    remember: (answer) => [rememberDone(before, signingId, answer)],
  };
  const row = await readOwn(context, signingId);
  // The client did not receive the response: it is repeated.
  if (row.answer) return doneState(row, row.answer);
  const session = await readSession(context, signingId, row.begunSha256);
  const signable = signableOf(signables, row.kind);
  const taken = await digestOfValues(values);
  if (session.taken === taken) {
    const act = await openAct(context, signable, session.request, chooseUkey(row.ukeySerial));
    return askFor(row, session, act);
  }
  if (values.length !== session.documents.filter(({ state }) => isPending(state)).length)
    throw new AppError('INPUT_INVALID', {}, 'values');
  let next: SigningSession | undefined;
  try {
    return await withRetry(async () => {
      const act = await openAct(context, signable, session.request, chooseUkey(row.ukeySerial));
      if (act.key.certificateId !== session.certificateId) throw new AppError('UKEY_SIGNING_ENDED');
      next ??= { ...session, taken, documents: await finishAll(context, act, session.documents, values) };
      if (next.documents.some(({ state }) => isPending(state))) return await goOn(context, row, next, act);
      return await end(context, row, next, act);
    });
  } catch (error) {
    // A concurrent request with the same values has finished first.
    const after = await readOwn(context, signingId).catch(() => undefined);
    if (after?.answer) return doneState(after, after.answer);
    throw error;
  }
}

/** The UKey with its PIN, after the proofs that the sender asks for. Throws SIGNER_PROOFS_NEEDED without them. */
async function consentByUkey(
  context: SignedInContext,
  { subject }: Act<SignedAnswer>,
): Promise<ConsentEvidence> {
  if (!subject.asked) return { method: 'UKEY' };
  const proven = await provenConsent(context, subject.asked);
  return { ...proven, method: `${proven.method}+UKEY` };
}

/** Throws UKEY_SIGNING_ENDED if the signing belongs to somebody else or expired. */
async function readOwn({ db, actor, now }: SignedInContext, signingId: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(ukeySigning)
    .where(
      and(
        eq(ukeySigning.id, signingId),
        eq(ukeySigning.accountId, actor.accountId),
        eq(ukeySigning.entId, actor.entId),
      ),
    );
  if (!row || (row.expiresAt <= now && !row.answer)) throw new AppError('UKEY_SIGNING_ENDED');
  return row;
}

const digestOfValues = async (values: readonly string[]): Promise<string> =>
  await sha256Hex(values.join('\n'));

/** Completes the pending documents with the values, in order. */
async function finishAll(
  context: SignedInContext,
  act: Act<SignedAnswer>,
  documents: readonly Underway[],
  values: readonly string[],
): Promise<Underway[]> {
  const left = [...values];
  const finished: Underway[] = [];
  for (const document of documents) {
    if (!isPending(document.state)) finished.push(document);
    else finished.push(lightened(await finishDocument(context, act, document, fromBase64(left.shift()!))));
  }
  return finished;
}

/** Stores the progress while some documents need another signature. */
async function goOn(
  context: SignedInContext,
  row: Row,
  session: SigningSession,
  act: Act<SignedAnswer>,
): Promise<UkeySigningState> {
  const { db } = context;
  const begunSha256 = await storeSession(context, row.id, session);
  const unchanged = sql`select 1 from ${ukeySigning} where ${ukeySigning.id} = ${row.id} and ${ukeySigning.version} = ${row.version}`;
  try {
    await commit(
      context,
      [unchanged],
      [
        db
          .update(ukeySigning)
          .set({ begunSha256: begunSha256, version: row.version + 1 })
          .where(eq(ukeySigning.id, row.id)),
      ],
    );
    return askFor(row, session, act);
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    // A concurrent request with the same values stored its state first: continue with that.
    const now = await readOwn(context, row.id);
    return askFor(now, await readSession(context, row.id, now.begunSha256), act);
  }
}

/** Writes the signature when all documents are signed. */
async function end(
  context: SignedInContext,
  row: Row,
  { documents }: SigningSession,
  act: Act<SignedAnswer>,
): Promise<UkeySigningState> {
  const answer = await writeSignature(context, act, documents, await consentByUkey(context, act));
  context.defer(dropSession(context, row.id));
  return doneState(row, doneOf(answer));
}

const rememberDone = ({ db }: Context, signingId: string, answer: unknown): Statement =>
  db
    .update(ukeySigning)
    .set({ answer: doneOf(answer as SignedAnswer), begunSha256: '' })
    .where(eq(ukeySigning.id, signingId));

const doneOf = ({ status, documents }: SignedAnswer) => ({ status, documents });

const doneState = ({ id, expiresAt }: Row, done: NonNullable<Row['answer']>): UkeySigningState => ({
  signingId: id,
  certificateSerial: '',
  items: [],
  done,
  expiresAt,
});

/** The messages for the device to sign now. */
function askFor(
  { id, expiresAt }: Row,
  { certificateSerial, documents }: SigningSession,
  { subject }: Act<SignedAnswer>,
): UkeySigningState {
  const rows = new Map(subject.documents.map((row) => [row.id, row]));
  const items = documents.flatMap(({ documentId, state }) => {
    if (!isPending(state)) return [];
    const { name, pages } = rows.get(documentId)!;
    return [
      {
        title: `${subject.name} / ${name}`.slice(0, 200),
        pages: Math.max(1, pages.length),
        digest: digestInMessage(state.message) ?? state.digest,
        message: toBase64(state.message),
      },
    ];
  });
  return { signingId: id, certificateSerial, items, done: null, expiresAt };
}

/** Job, every minute: removes expired signings and old stored responses. */
export async function dropOldSignings(context: Context): Promise<number> {
  const { db, now } = context;
  const rows = await db
    .select({ id: ukeySigning.id })
    .from(ukeySigning)
    .where(
      sql`${ukeySigning.expiresAt} <= ${now} and (${ukeySigning.answer} is null or ${ukeySigning.expiresAt} <= ${now - ANSWER_LASTS_MS})`,
    )
    .limit(AT_ONCE);
  for (const { id } of rows) {
    await dropSession(context, id);
    await db.delete(ukeySigning).where(and(eq(ukeySigning.id, id), lt(ukeySigning.expiresAt, now + 1)));
  }
  return rows.length;
}
