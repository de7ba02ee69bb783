import { and, eq, lt, sql } from 'drizzle-orm';
import { digestInMessage } from '#core/agent/check-message.ts';
import { fromBase64, toBase64, toHex, utf8 } from '#core/bytes.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { continueUkey as continueCall, UkeySigningState } from '#core/task/ukey-calls.ts';
import { ukeySigning } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import {
  type Act,
  beginDocument,
  finishDocument,
  isBegun,
  lightened,
  openAct,
  type Underway,
  writeSignature,
} from './act.ts';
import { type BegunSigning, dropBegun, keepBegun, readBegun } from './begun-store.ts';
import { chooseUkey } from './choose-ukey.ts';
import type { Asked } from './open-as-seen.ts';
import { type Signable, type SignedAnswer, signableOf } from './signable.ts';

/** How long a UKey may take from the first half of a signing to the last. */
const LASTS_MS = 10 * 60_000;
/** An answer that was lost on the way is there for so long. */
const ANSWER_LASTS_MS = 24 * 3_600_000;
/** Removed in one run; the next minute takes the rest. */
const AT_ONCE = 200;

type Row = typeof ukeySigning.$inferSelect;

/**
 * The first half of signing with a UKey: begins every document and says what the device is to sign. Nothing is locked
 * and nothing is written to the thing: whoever unplugs the device leaves it as it was. What was begun is the person's,
 * for these revisions, for ten minutes.
 */
export async function beginUkey<Input>(
  context: SignedInContext,
  signable: Signable<Input>,
  asked: Asked<Input>,
  ukeySerial: string,
): Promise<UkeySigningState> {
  const { db, actor, now } = context;
  const act = await openAct(context, signable, asked, chooseUkey(ukeySerial));
  const documents: Underway[] = [];
  for (const document of act.documents)
    documents.push(lightened(await beginDocument(context, act, document)));
  const { certificateId, serial: certificateSerial } = act.key;
  const begun: BegunSigning = { asked, certificateId, certificateSerial, documents, taken: '' };
  const id = context.newId();
  const row: Row = {
    id,
    accountId: actor.accountId,
    entId: actor.entId,
    kind: signable.kind,
    targetId: asked.id,
    ukeySerial,
    begunSha256: await keepBegun(context, id, begun),
    answer: null,
    expiresAt: now + LASTS_MS,
    version: 1,
  };
  await db.insert(ukeySigning).values(row);
  return askFor(row, begun, act);
}

/**
 * The second half: takes the device's values. Answers what it is to sign next where a document wants several signatures,
 * else that all is signed. The same values again change nothing. Throws UKEY_SIGNING_ENDED for one that is too old, or
 * whose certificate is not the UKey's any more; SIGNATURE_VALUE_INVALID for a wrong value; REVISION_CHANGED where somebody
 * was quicker; and whatever forbids the signing by now.
 */
export async function continueUkey(
  signables: readonly Signable[],
  { signingId, values }: ParsedInputOf<typeof continueCall>,
  before: SignedInContext,
): Promise<UkeySigningState> {
  // The answer is kept with what was signed: where it is lost on the way, it is there when it is asked for again.
  const context: SignedInContext = {
    ...before,
    remember: (answer) => [rememberDone(before, signingId, answer)],
  };
  const row = await readOwn(context, signingId);
  // The answer was lost on the way: it is given again.
  if (row.answer) return doneState(row, row.answer);
  const begun = await readBegun(context, signingId, row.begunSha256);
  const signable = signableOf(signables, row.kind);
  const taken = await digestOfValues(values);
  if (begun.taken === taken) {
    const act = await openAct(context, signable, begun.asked, chooseUkey(row.ukeySerial));
    return askFor(row, begun, act);
  }
  if (values.length !== begun.documents.filter(({ state }) => isBegun(state)).length)
    throw new AppError('INPUT_INVALID', {}, 'values');
  let next: BegunSigning | undefined;
  try {
    return await withRetry(async () => {
      const act = await openAct(context, signable, begun.asked, chooseUkey(row.ukeySerial));
      if (act.key.certificateId !== begun.certificateId) throw new AppError('UKEY_SIGNING_ENDED');
      next ??= { ...begun, taken, documents: await finishAll(context, act, begun.documents, values) };
      if (next.documents.some(({ state }) => isBegun(state))) return await goOn(context, row, next, act);
      return await end(context, row, next, act);
    });
  } catch (error) {
    // The same values came twice at once, and the other was quicker.
    const after = await readOwn(context, signingId).catch(() => undefined);
    if (after?.answer) return doneState(after, after.answer);
    throw error;
  }
}

/** Throws UKEY_SIGNING_ENDED for what is another's, or too old. */
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
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(values.join('\n')))));

/** Gives each document that waits for a value its own, in order. */
async function finishAll(
  context: SignedInContext,
  act: Act<SignedAnswer>,
  documents: readonly Underway[],
  values: readonly string[],
): Promise<Underway[]> {
  const left = [...values];
  const finished: Underway[] = [];
  for (const document of documents) {
    if (!isBegun(document.state)) finished.push(document);
    else finished.push(lightened(await finishDocument(context, act, document, fromBase64(left.shift()!))));
  }
  return finished;
}

/** Some documents want a further signature: keeps how far they are. */
async function goOn(
  context: SignedInContext,
  row: Row,
  begun: BegunSigning,
  act: Act<SignedAnswer>,
): Promise<UkeySigningState> {
  const { db } = context;
  const begunSha256 = await keepBegun(context, row.id, begun);
  const unchanged = sql`select 1 from ${ukeySigning} where ${ukeySigning.id} = ${row.id} and ${ukeySigning.version} = ${row.version}`;
  try {
    await commit(
      context,
      [unchanged],
      [
        db
          .update(ukeySigning)
          .set({ begunSha256, version: row.version + 1 })
          .where(eq(ukeySigning.id, row.id)),
      ],
    );
    return askFor(row, begun, act);
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    // The same values came twice at once: what the other made of them is what is signed next.
    const now = await readOwn(context, row.id);
    return askFor(now, await readBegun(context, row.id, now.begunSha256), act);
  }
}

/** All is signed. */
async function end(
  context: SignedInContext,
  row: Row,
  { documents }: BegunSigning,
  act: Act<SignedAnswer>,
): Promise<UkeySigningState> {
  const answer = await writeSignature(context, act, documents, { method: 'UKEY' });
  context.defer(dropBegun(context, row.id));
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

/** What the device is to sign now. */
function askFor(
  { id, expiresAt }: Row,
  { certificateSerial, documents }: BegunSigning,
  { subject }: Act<SignedAnswer>,
): UkeySigningState {
  const rows = new Map(subject.documents.map((row) => [row.id, row]));
  const items = documents.flatMap(({ documentId, state }) => {
    if (!isBegun(state)) return [];
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

/** Each minute: drops what was begun and not finished in time, and answers that nobody will ask for any more. */
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
    await dropBegun(context, id);
    await db.delete(ukeySigning).where(and(eq(ukeySigning.id, id), lt(ukeySigning.expiresAt, now + 1)));
  }
  return rows.length;
}
