import { and, asc, count, desc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type * as calls from '#core/batch/calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { errorText } from '#core/locales/error-text.ts';
import { batch, batchRow, task } from '#db/schema/index.ts';
import { askedWith } from '#edge/identity/act-as.ts';
import { seesAll } from '#edge/identity/check-access.ts';
import { typesOfKey } from '#edge/identity/key-types.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { belowRow } from '#edge/kernel/storage/below-row.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { containsIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { sendRowsEffect } from './effects.ts';

/**
 * Batches visible to the actor: their own, or all of the enterprise for those who oversee its tasks; to an API key only those
 * of its business types, like the tasks that come of them.
 */
const reached = ({ actor }: SignedInContext): SQL | undefined =>
  and(
    eq(batch.ownerKey, actor.ownerKey),
    seesAll(actor) ? undefined : eq(batch.creatorId, actor.accountId),
    typesOfKey(actor, batch.businessType),
  );

const rowsIn = (state: 'SENT' | 'FAILED' | 'STOPPED') =>
  // Column names are written out: in single-table queries drizzle omits the table name, so they would refer to
  // batch_row.
  sql<number>`(select count(*) from batch_row where batch_row.batch_id = batch.id and batch_row.state = ${state})`;

const FACTS = {
  batchId: batch.id,
  taskName: batch.taskName,
  creator: batch.creatorName,
  createTime: batch.createdAt,
  endTime: batch.endedAt,
  total: batch.rowNum,
  sent: rowsIn('SENT'),
  failed: rowsIn('FAILED'),
  stopped: rowsIn('STOPPED'),
};

export async function listBatches(
  input: ParsedInputOf<typeof calls.listBatches>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listBatches>> {
  const { db } = context;
  const where = and(reached(context), containsIf(batch.taskName, input.taskName));
  const { below, paging } = await belowRow(db, input, {
    table: batch,
    by: batch.createdAt,
    key: batch.id,
    own: reached(context),
  });
  const { rows, page } = await readPage(
    db,
    paging,
    db.select(FACTS).from(batch).where(and(where, below)).orderBy(desc(batch.createdAt), desc(batch.id)),
    db.select({ n: count() }).from(batch).where(where),
  );
  return { records: rows, ...page };
}

/** Reads a batch that is visible to the actor. Throws NOT_FOUND. */
export async function readBatch(
  { batchId }: Pick<ParsedInputOf<typeof calls.readBatch>, 'batchId'>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.readBatch>> {
  const [found] = await context.db
    .select(FACTS)
    .from(batch)
    .where(and(reached(context), eq(batch.id, batchId)));
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

export async function listBatchRows(
  input: ParsedInputOf<typeof calls.listBatchRows>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listBatchRows>> {
  const { db, language } = context;
  await readBatch(input, context);
  const where = and(
    eq(batchRow.batchId, input.batchId),
    input.state ? eq(batchRow.state, input.state) : undefined,
  );
  const { below, paging } = await belowBatchRow(context, input);
  const { rows, page } = await readPage(
    db,
    paging,
    db
      .select({ row: batchRow, number: task.number })
      .from(batchRow)
      .leftJoin(task, eq(task.id, batchRow.taskId))
      .where(and(where, below))
      .orderBy(asc(batchRow.position)),
    db.select({ n: count() }).from(batchRow).where(where),
  );
  return {
    records: rows.map(({ row, number }) => ({
      rowKey: row.id,
      number: row.position + 1,
      parties: row.parties,
      state: row.state,
      reason: row.problem ? errorText({ name: row.problem, params: row.problemParams ?? {} }, language) : '',
      planId: row.taskId ?? '',
      planNumber: number ?? '',
    })),
    ...page,
  };
}

/** What follows a row of the batch (`after`) in its order, whatever became of the row. Throws NOT_FOUND for one of another. */
async function belowBatchRow<I extends ParsedInputOf<typeof calls.listBatchRows>>(
  { db }: SignedInContext,
  input: I,
): Promise<{ below: SQL | undefined; paging: I }> {
  const { batchId, after } = input;
  if (after === undefined) return { below: undefined, paging: input };
  const [found] = await db
    .select({ position: batchRow.position })
    .from(batchRow)
    .where(and(eq(batchRow.batchId, batchId), eq(batchRow.id, after)));
  if (!found) throw new AppError('NOT_FOUND');
  return { below: gt(batchRow.position, found.position), paging: { ...input, current: 1 } };
}

/**
 * Sets failed and stopped rows to WAITING again. Idempotent under concurrent calls. Rows that a key or single sign-on asked
 * for become those of the person, key or system that lets them go on, and are sent as theirs: nobody lends their right to a
 * key, and no key its right to somebody else. What a person asked for stays theirs where another person only lets it go on.
 */
export async function retryBatch(
  { batchId }: ParsedInputOf<typeof calls.retryBatch>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.retryBatch>> {
  const { actor, db } = context;
  const { failed, stopped } = await readBatch({ batchId }, context);
  if (failed + stopped === 0) return { rows: 0 };
  const requester = askedWith(actor);
  const again = and(eq(batchRow.batchId, batchId), inArray(batchRow.state, ['FAILED', 'STOPPED']));
  await commit(
    context,
    [],
    [
      db
        .update(batchRow)
        .set({ askedBy: actor.accountId, askedWith: requester })
        .where(and(again, ne(batchRow.askedWith, requester))),
      db
        .update(batchRow)
        .set({ state: 'WAITING', problem: '', problemParams: null, attempts: 0 })
        .where(again),
      db.update(batch).set({ endedAt: null }).where(eq(batch.id, batchId)),
      enqueue(context, `batch:${batchId}`, sendRowsEffect, { batchId }),
    ],
  );
  return { rows: failed + stopped };
}

/** Stops all waiting rows; a row that is just being sent may still go out. */
export async function stopBatch(
  { batchId }: ParsedInputOf<typeof calls.stopBatch>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.stopBatch>> {
  const { db } = context;
  const { total, sent, failed, stopped } = await readBatch({ batchId }, context);
  await commit(
    context,
    [],
    [
      db
        .update(batchRow)
        .set({ state: 'STOPPED' })
        .where(and(eq(batchRow.batchId, batchId), eq(batchRow.state, 'WAITING'))),
      enqueue(context, `batch:${batchId}`, sendRowsEffect, { batchId }),
    ],
  );
  return { rows: total - sent - failed - stopped };
}
