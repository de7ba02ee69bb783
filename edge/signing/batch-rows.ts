import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { errorText } from '#core/locales/error-text.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { BatchTask, BatchView } from '#core/task/batch-calls.ts';
import { digestOfSeen } from '#core/task/seen.ts';
import { DAY_MS } from '#core/time.ts';
import { signBatch, signBatchItem, signer, task } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';

/** How long an open batch can be continued. */
const LASTS_MS = DAY_MS;

export type BatchRow = typeof signBatch.$inferSelect;
export type ItemRow = typeof signBatchItem.$inferSelect;

/**
 * Digest of everything that a batch signs, in hex: for each task the revisions shown and the seal of each placement.
 * Independent of the order of tasks and seals.
 */
async function digestOfBatch(tasks: readonly BatchTask[]): Promise<string> {
  const lines = await Promise.all(
    tasks.map(async ({ planId: taskId, seen, fillings }) => {
      const seals = fillings.map(({ placementId, sealId }) => `${placementId} ${sealId}`).sort();
      return `${taskId} ${await digestOfSeen(seen)} ${seals.join(' ')}`;
    }),
  );
  return await sha256Hex(lines.sort().join('\n'));
}

/** Stores a new batch of the identity, without consent yet, and closes its previous open batch. */
export async function keepBatch(context: SignedInContext, tasks: readonly BatchTask[]): Promise<BatchRow> {
  const { db, actor, now } = context;
  const row: BatchRow = {
    id: context.newId(),
    accountId: actor.accountId,
    entId: actor.entId,
    digest: await digestOfBatch(tasks),
    method: '',
    evidence: null,
    sessionId: '',
    goodUntil: 0,
    openedAt: now,
    closedAt: null,
  };
  await db.batch([
    db
      .update(signBatch)
      .set({ closedAt: now })
      .where(
        and(
          eq(signBatch.accountId, actor.accountId),
          eq(signBatch.entId, actor.entId),
          isNull(signBatch.closedAt),
        ),
      ),
    db.insert(signBatch).values(row),
    db.insert(signBatchItem).values(
      tasks.map(({ planId: taskId, seen, fillings }, position) => ({
        batchId: row.id,
        taskId: taskId,
        position,
        seen,
        fillings,
      })),
    ),
  ]);
  return row;
}

const isOwn = ({ actor, now }: SignedInContext) =>
  and(
    eq(signBatch.accountId, actor.accountId),
    eq(signBatch.entId, actor.entId),
    isNull(signBatch.closedAt),
    gt(signBatch.openedAt, now - LASTS_MS),
  );

/** An open batch of the identity. Throws NOT_FOUND if there is none with this id. */
export async function readBatch(context: SignedInContext, batchId: string): Promise<BatchRow> {
  const [row] = await context.db
    .select()
    .from(signBatch)
    .where(and(eq(signBatch.id, batchId), isOwn(context)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** The identity's most recent open batch; undefined if there is none. */
export async function newestBatch(context: SignedInContext): Promise<BatchRow | undefined> {
  const [row] = await context.db
    .select()
    .from(signBatch)
    .where(isOwn(context))
    .orderBy(desc(signBatch.openedAt), desc(signBatch.id))
    .limit(1);
  return row;
}

/** Title and digest that a confirmation on the phone refers to; the title is the first task's name. */
export async function batchToConfirm(
  context: SignedInContext,
  batchId: string,
): Promise<{ title: string; digest: string }> {
  const { digest } = await readBatch(context, batchId);
  const items = await readItems(context, batchId);
  return { title: `${items[0]?.name ?? ''}${items.length > 1 ? ` +${items.length - 1}` : ''}`, digest };
}

/** Whether the batch has a valid consent: given in this session and not expired. */
export const isConfirmed = (
  { actor, now }: SignedInContext,
  { method, sessionId, goodUntil }: BatchRow,
): boolean => method !== '' && sessionId === actor.sessionId && goodUntil > now;

/** Items in order, each with the task's name and whether the person has signed it, in this batch or otherwise. */
export const readItems = ({ db, actor }: SignedInContext, batchId: string) => {
  const own = sql`${signer.taskId} = ${signBatchItem.taskId} and ${signer.accountId} = ${actor.accountId} and ${signer.ownerKey} = ${actor.ownerKey}`;
  return db
    .select({
      item: signBatchItem,
      name: task.name,
      signed: sql<number>`exists (select 1 from ${signer} where ${own} and ${signer.state} = 'SIGNED')
        and not exists (select 1 from ${signer} where ${own} and ${signer.state} <> 'SIGNED')`,
    })
    .from(signBatchItem)
    .innerJoin(task, eq(task.id, signBatchItem.taskId))
    .where(eq(signBatchItem.batchId, batchId))
    .orderBy(asc(signBatchItem.position));
};
type NamedItem = Awaited<ReturnType<typeof readItems>>[number];

/** Converts an item to the wire format. */
export function itemView(
  { item, name, signed }: NamedItem,
  context: SignedInContext,
): BatchView['items'][number] {
  const state = signed ? 'SUCCESS' : item.state;
  const problem =
    state === 'EXCEPTION' && item.problem && new AppError(item.problem.name, item.problem.params);
  return {
    planId: item.taskId,
    taskName: name,
    state,
    problem: problem ? { code: problem.code, message: errorText(problem, context.language) } : null,
  };
}

/** Converts a batch with its items to the wire format. */
export async function batchView(context: SignedInContext, row: BatchRow): Promise<BatchView> {
  const items = await readItems(context, row.id);
  return {
    batchId: row.id,
    openedAt: row.openedAt,
    method: row.method,
    goodUntil: isConfirmed(context, row) ? row.goodUntil : null,
    items: items.map((item) => itemView(item, context)),
  };
}

/** Closes a batch. */
export async function endBatch({ db, now }: Context, batchId: string): Promise<void> {
  await db.update(signBatch).set({ closedAt: now }).where(eq(signBatch.id, batchId));
}

/** Batches removed in one run; the next minute takes the rest. */
const AT_ONCE = 200;

/** Job, every minute: removes expired batches. */
export async function dropOldBatches({ db, now }: Context): Promise<number> {
  const old = db
    .select({ id: signBatch.id })
    .from(signBatch)
    .where(lt(signBatch.openedAt, now - LASTS_MS))
    .orderBy(asc(signBatch.openedAt))
    .limit(AT_ONCE);
  const rows = await old;
  for (const { id } of rows)
    await db.batch([
      db.delete(signBatchItem).where(eq(signBatchItem.batchId, id)),
      db.delete(signBatch).where(eq(signBatch.id, id)),
    ]);
  return rows.length;
}
