import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type BatchContents, planOfRow } from '#core/batch/batch.ts';
import { isAppError } from '#core/errors.ts';
import { SENDING } from '#core/task/access.ts';
import { batch, batchRow } from '#db/schema/index.ts';
import { actAsRequested } from '#edge/apikey/act-with-key.ts';
import type { LaterRequest } from '#edge/identity/act-as.ts';
import type { Context } from '#edge/kernel/context.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { sharedReads } from '#edge/task/plan-reads.ts';
import { sendDraft } from '#edge/task/send-draft.ts';
import { sendRowsEffect } from './effects.ts';
import { dropMade, makeRowFiles } from './make-row-files.ts';
import { openCells, openSetup, readContents } from './setup.ts';

/**
 * Maximum duration of a slice of rows in ms: well below the lease of an effect and the limits of background work in a
 * Worker.
 */
const SLICE_MS = 15_000;
const AT_ONCE = 10;
/** Of those with Word files, which are converted one after another. */
const WORD_AT_ONCE = 4;
/** Maximum number of attempts for a row that fails with an unexpected error. */
const ATTEMPTS = 3;

type Batch = typeof batch.$inferSelect;
type Row = typeof batchRow.$inferSelect;

/**
 * Sends waiting rows in slices and enqueues another effect while any are left. Idempotent and safe to interrupt: the
 * row's key is the draft of its task, and its state is committed together with the task, so no row is sent twice.
 */
export async function sendRows(
  parts: readonly SendingPart[],
  context: Context,
  { batchId }: z.output<typeof sendRowsEffect.payload>,
): Promise<void> {
  const { db } = context;
  const [found] = await db.select().from(batch).where(eq(batch.id, batchId));
  if (!found) return;
  const until = Date.now() + SLICE_MS;
  while (Date.now() < until) {
    const rows = await db
      .select()
      .from(batchRow)
      .where(waiting(batchId))
      .orderBy(asc(batchRow.position))
      .limit(AT_ONCE);
    if (rows.length === 0) return end(atPresent(context), found);
    for (const [keyRequest, some] of byAsker(found, rows)) {
      const now = atPresent(context);
      await sendGroup(now, found, some, () => shareOf(parts, now, found, keyRequest));
    }
  }
  const now = atPresent(context);
  await commit(now, [], [enqueue(now, `batch:${batchId}`, sendRowsEffect, { batchId })]);
}

const waiting = (batchId: string) => and(eq(batchRow.batchId, batchId), eq(batchRow.state, 'WAITING'));
const isWaiting = (...ids: string[]) => and(inArray(batchRow.id, ids), eq(batchRow.state, 'WAITING'));

/** Rows by who asked that they be sent: retried ones may be somebody else's than the rest. */
function byAsker({ creatorId, ownerKey }: Batch, rows: readonly Row[]): [LaterRequest, Row[]][] {
  const groups = new Map<string, [LaterRequest, Row[]]>();
  for (const row of rows) {
    const request = { accountId: row.askedBy || creatorId, ownerKey, askedWith: row.askedWith };
    const key = `${request.accountId} ${request.askedWith}`;
    const group = groups.get(key);
    if (group) group[1].push(row);
    else groups.set(key, [request, [row]]);
  }
  return [...groups.values()];
}

/**
 * Sends rows concurrently. What they share (the rights of the sender, the plan, templates, copies, flows) is read once
 * for all of them, hence anew for each group: a right that is lost or a key that is revoked between two groups stops the
 * second.
 */
async function sendGroup(
  context: Context,
  of: Batch,
  rows: readonly Row[],
  share: () => ReturnType<typeof shareOf>,
): Promise<void> {
  const { db } = context;
  const spent = rows.filter(({ attempts }) => attempts >= ATTEMPTS).map(({ id }) => id);
  const tried = rows.filter(({ attempts }) => attempts < ATTEMPTS);
  if (spent.length > 0)
    await db
      .update(batchRow)
      .set({ state: 'FAILED', problem: 'BATCH_ROW_UNKNOWN', problemParams: null })
      .where(isWaiting(...spent));
  if (tried.length === 0) return;
  await db
    .update(batchRow)
    .set({ attempts: sql`${batchRow.attempts} + 1` })
    .where(isWaiting(...tried.map(({ id }) => id)));
  const shared = share();
  const hasWord = ({ contents }: Awaited<typeof shared>) =>
    [...contents.values()].some(({ kind }) => kind === 'WORD');
  // If it can't be read, each row says why.
  const atOnce = (await shared.then(hasWord, () => false)) ? WORD_AT_ONCE : AT_ONCE;
  for (let at = 0; at < tried.length; at += atOnce)
    await Promise.all(tried.slice(at, at + atOnce).map((row) => sendRow(context, of, row, shared)));
}

/**
 * What the rows of a group share. Throws the errors of `actAsRequested` and `readContents`: a key must allow now what the batch
 * asks of it, the company's seal too where a signer signs automatically.
 */
async function shareOf(parts: readonly SendingPart[], context: Context, of: Batch, request: LaterRequest) {
  const setup = await openSetup(context, of.id, of.setupSealed);
  const { businessType, signers } = setup.plan;
  const signedIn = await actAsRequested({ ...context, language: of.language }, request, SENDING, {
    scopes: signers.some(({ autoSealId }) => autoSealId) ? ['sign'] : [],
    businessType,
  });
  const contents: BatchContents = await readContents(signedIn, setup.plan);
  return { signedIn, setup, contents, parts, reads: sharedReads(parts, setup.plan, signedIn) };
}

async function sendRow(
  context: Context,
  of: Batch,
  row: Row,
  shared: ReturnType<typeof shareOf>,
): Promise<void> {
  const { db } = context;
  let refused = (): Statement[] => [];
  try {
    const { signedIn, setup, contents, parts, reads } = await shared;
    const cells = await openCells(context, row.id, row.cellsSealed);
    const planned = planOfRow(setup, { rowKey: row.id, cells });
    const files = await makeRowFiles(planned, contents, setup.casts, signedIn);
    const { plan, made } = files;
    refused = files.refused;
    await sendDraft(parts, plan, signedIn, of.origin, {
      voids: '',
      made,
      reads,
      // A row has no shared document of its own.
      hasRoom: false,
      guards: [sql`select 1 from ${batchRow} where ${isWaiting(row.id)}`],
      statements: (taskId) => [
        db
          .update(batchRow)
          .set({ state: 'SENT', taskId, problem: '', problemParams: null })
          .where(eq(batchRow.id, row.id)),
        ...dropMade(signedIn, of.ownerKey, made),
      ],
    });
  } catch (error) {
    if (!isAppError(error)) {
      noteFault('batch row', error);
      await commit(context, [], refused()).catch((also: unknown) => noteFault('batch row', also));
      return;
    }
    // If the row was sent or stopped meanwhile, it is no longer WAITING, and nothing is written to it.
    const failed = db
      .update(batchRow)
      .set({ state: 'FAILED', problem: error.name, problemParams: error.params })
      .where(isWaiting(row.id));
    await commit(context, [], [failed, ...refused()]);
  }
}

/** Marks the batch as ended once no row is waiting, and notifies the sender once. */
async function end(context: Context, of: Batch): Promise<void> {
  const { db, now } = context;
  const rows = await db
    .select({ state: batchRow.state, n: sql<number>`count(*)` })
    .from(batchRow)
    .where(eq(batchRow.batchId, of.id))
    .groupBy(batchRow.state);
  const count = (state: Row['state']) => String(rows.find((one) => one.state === state)?.n ?? 0);
  try {
    await commit(
      context,
      [
        sql`select 1 from ${batch} where ${and(eq(batch.id, of.id), isNull(batch.endedAt))} and not exists (select 1 from ${batchRow} where ${waiting(of.id)})`,
      ],
      [
        db.update(batch).set({ endedAt: now }).where(eq(batch.id, of.id)),
        enqueue(context, `batch:${of.id}`, noticeEffect, {
          accountId: of.creatorId,
          ownerKey: of.ownerKey,
          category: 'contract',
          template: 'BATCH_DONE',
          params: { task: of.taskName, sent: count('SENT'), failed: count('FAILED') },
          taskId: '',
        }),
      ],
    );
  } catch (error) {
    // Someone else ended it, or retried rows meanwhile: then the effect of the retry ends it.
    if (!(error instanceof GuardFailed)) throw error;
  }
}
