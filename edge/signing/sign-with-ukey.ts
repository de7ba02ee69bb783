import { and, eq, lt, sql } from 'drizzle-orm';
import { fromUtf8, toBase64, toHex, utf8 } from '#core/bytes.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { continueUkey as continueCall, UkeySigningState } from '#core/task/ukey-calls.ts';
import { ukeySigning } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { chooseUkey } from './choose-ukey.ts';
import { type Asked, SignaturesNeeded } from './remote-key.ts';
import { followSteps } from './sign-steps.ts';
import { type Signable, signableOf } from './signable.ts';

const LASTS_MS = 10 * 60_000;

type Row = typeof ukeySigning.$inferSelect;
interface Work<Input> {
  signable: Signable<Input>;
  input: Input;
}

/** Keeps what the person asked for, and finds what the device is to sign. */
export async function beginUkey<Input>(
  context: SignedInContext,
  targetId: string,
  ukeySerial: string,
  work: Work<Input>,
): Promise<UkeySigningState> {
  const { db, actor, now } = context;
  const row: Row = {
    id: context.newId(),
    accountId: actor.accountId,
    entId: actor.entId,
    kind: work.signable.kind,
    targetId,
    inputKey: await context.files.put(utf8(JSON.stringify(work.input))),
    ukeySerial,
    waiting: [],
    signed: {},
    kept: {},
    answer: null,
    beganAt: now,
    expiresAt: now + LASTS_MS,
    version: 1,
  };
  const tried = await attempt(context, row, work);
  await db.insert(ukeySigning).values(tried.row);
  if (Math.random() < 0.02) context.defer(db.delete(ukeySigning).where(lt(ukeySigning.expiresAt, now)));
  return tried.state;
}

/**
 * Takes the device's values and goes on: to the next signatures where the file wants several, else to the end. Throws
 * UKEY_SIGNING_ENDED for one that is too old, SIGNATURE_VALUE_INVALID for a wrong value, REVISION_CHANGED where somebody
 * was quicker: what the signer saw when it began is kept with it.
 */
export async function continueUkey(
  signables: readonly Signable[],
  { signingId, values }: ParsedInputOf<typeof continueCall>,
  context: SignedInContext,
): Promise<UkeySigningState> {
  const { db, actor, now } = context;
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
  if (!row || (row.expiresAt <= now && row.answer === null)) throw new AppError('UKEY_SIGNING_ENDED');
  // The answer was lost on the way: it is given again.
  if (row.answer !== null) return stateOf(row, [], row.answer as Done, '');
  if (values.length !== row.waiting.length) throw new AppError('INPUT_INVALID', {}, 'values');
  const input = JSON.parse(fromUtf8(await context.files.get(row.inputKey)));
  const signed = {
    ...row.signed,
    ...Object.fromEntries(row.waiting.map((hash, i) => [hash, values[i]!])),
  };
  const work = { signable: signableOf(signables, row.kind), input };
  const tried = await attempt(context, { ...row, signed }, work).catch(async (error: unknown) => {
    // The same values came twice at once, and the other was quicker.
    const [now] = await db.select().from(ukeySigning).where(eq(ukeySigning.id, row.id));
    if (!now || now.answer === null) throw error;
    return { row: now, state: stateOf(now, [], now.answer as Done, '') };
  });
  const unchanged = sql`select 1 from ${ukeySigning} where ${ukeySigning.id} = ${row.id} and ${ukeySigning.version} = ${row.version}`;
  const { id: _id, ...set } = tried.row;
  await commit(
    db,
    context.newId(),
    [unchanged],
    [
      db
        .update(ukeySigning)
        .set({ ...set, version: row.version + 1 })
        .where(eq(ukeySigning.id, row.id)),
    ],
  ).catch((error: unknown) => {
    // The same values came twice; both of them did the same.
    if (!(error instanceof GuardFailed)) throw error;
  });
  if (tried.state.done) context.defer(runOutbox(context));
  return tried.state;
}

/** Signs as far as the values go that came. What was asked for and not signed is not written anywhere. */
async function attempt<Input>(
  context: SignedInContext,
  row: Row,
  { signable, input }: Work<Input>,
): Promise<{ row: Row; state: UkeySigningState }> {
  const kept = { ...row.kept };
  let certificateSerial = '';
  const pick = chooseUkey(context, row.ukeySerial, {
    at: row.beganAt,
    values: row.signed,
    async keep(name, make) {
      const at = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(name))));
      const known = kept[at];
      if (known) return context.files.get(known);
      const made = await make();
      kept[at] = await context.files.put(made);
      return made;
    },
  });
  const choose: typeof pick = async (...signer) => {
    const key = await pick(...signer);
    certificateSerial = key.serial;
    return key;
  };
  const steps = followSteps(context);
  // The answer is kept with the deed itself: where it is lost on the way, it is there when it is asked for again.
  const keeping: SignedInContext = {
    ...context,
    remember: (result) => [
      context.db
        .update(ukeySigning)
        .set({ answer: doneOf(result as Done) })
        .where(eq(ukeySigning.id, row.id)),
    ],
  };
  try {
    const done = doneOf(await signable.sign(input, keeping, steps, choose));
    const after = { ...row, kept, waiting: [], answer: done };
    return { row: after, state: stateOf(after, [], done, certificateSerial) };
  } catch (error) {
    if (!(error instanceof SignaturesNeeded)) throw error;
    const after = { ...row, kept, waiting: error.asked.map(({ hash }) => hash) };
    return { row: after, state: stateOf(after, error.asked, null, certificateSerial) };
  }
}

type Done = NonNullable<UkeySigningState['done']>;
const doneOf = ({ status, documents }: Done): Done => ({ status, documents });

const stateOf = (
  row: Row,
  asked: readonly Asked[],
  done: UkeySigningState['done'],
  certificateSerial: string,
): UkeySigningState => ({
  signingId: row.id,
  certificateSerial,
  items: asked.map(({ title, pages, digest, message }) => ({
    title,
    pages,
    digest,
    message: toBase64(message),
  })),
  done,
  expiresAt: row.expiresAt,
});
