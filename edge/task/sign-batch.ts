import { and, eq, inArray, ne } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError, type ErrorName, isAppError } from '#core/errors.ts';
import type * as calls from '#core/task/batch-calls.ts';
import type { BatchView } from '#core/task/batch-calls.ts';
import { participant, signBatchItem } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readAhead } from '#edge/kernel/storage/exchanges.ts';
import {
  type BatchRow,
  batchView,
  endBatch,
  type ItemRow,
  isConfirmed,
  itemView,
  keepBatch,
  newestBatch,
  readBatch,
  readItems,
} from '#edge/signing/batch-rows.ts';
import { confirm, consentToItem } from '#edge/signing/confirm-batch.ts';
import { readsOfSigning } from '#edge/signing/reads-ahead.ts';
import { signHere } from '#edge/signing/sign-here.ts';
import { readTask } from './read-task.ts';
import { signableTask } from './sign-task.ts';

/** Opens a batch. Throws NOT_FOUND if the identity is not a participant of one of the tasks. */
export async function openBatch(
  { tasks }: ParsedInputOf<typeof calls.openBatch>,
  context: SignedInContext,
): Promise<BatchView> {
  const { db, actor } = context;
  const known = await db
    .selectDistinct({ id: participant.taskId })
    .from(participant)
    .where(
      and(
        eq(participant.ownerKey, actor.ownerKey),
        inArray(
          participant.taskId,
          tasks.map(({ planId: taskId }) => taskId),
        ),
      ),
    );
  if (known.length < tasks.length) throw new AppError('NOT_FOUND');
  return batchView(context, await keepBatch(context, tasks));
}

export async function confirmBatch(
  { batchId, consent }: ParsedInputOf<typeof calls.confirmBatch>,
  context: SignedInContext,
): Promise<BatchView> {
  return batchView(context, await confirm(context, await readBatch(context, batchId), consent));
}

/**
 * Signs some tasks of a confirmed batch one after another. Each is signed in its own transaction, which uses up its
 * part of the consent, so that none is signed twice and an error in one does not affect the others. Tasks already
 * signed are reported as signed. All preconditions are checked for each task: turn, approval, seals, and that the
 * documents are those that were shown. Throws BATCH_CONSENT_ENDED.
 */
export async function signBatch(
  { batchId, planIds: taskIds }: ParsedInputOf<typeof calls.signBatch>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.signBatch>> {
  const row = await readBatch(context, batchId);
  if (!isConfirmed(context, row)) throw new AppError('BATCH_CONSENT_ENDED');
  const items = new Map((await readItems(context, batchId)).map((one) => [one.item.taskId, one]));
  if (taskIds.some((id) => !items.has(id))) throw new AppError('NOT_FOUND');
  for (const id of taskIds) {
    const { item, signed } = items.get(id)!;
    if (!signed && item.state !== 'SUCCESS') await signItem(context, row, item);
  }
  const after = await readItems(context, batchId);
  return after.filter(({ item }) => taskIds.includes(item.taskId)).map((one) => itemView(one, context));
}

/** Errors that concern the entire batch instead of one task. */
const OF_THE_BATCH: readonly ErrorName[] = ['BATCH_CONSENT_ENDED', 'SESSION_INVALID'];

async function signItem(
  context: SignedInContext,
  row: BatchRow,
  { taskId, seen, fillings }: ItemRow,
): Promise<void> {
  const { db } = context;
  try {
    const sealIds = fillings.flatMap(({ sealId }) => sealId ?? []);
    // What the signature before it wrote makes these out of date: they are asked anew for each task, in one exchange.
    await readAhead(() => [
      readTask(context, taskId),
      ...readsOfSigning(context, { id: taskId, seen, sealIds }),
    ]);
    const request = { id: taskId, seen, input: fillings };
    await signHere(context, signableTask, request, async ({ asked }) => {
      if (asked) throw new AppError('SIGNER_PROOFS_NEEDED');
      return consentToItem(context, row, taskId);
    });
  } catch (error) {
    if (!isAppError(error) || OF_THE_BATCH.includes(error.name)) throw error;
    const { name, params } = error;
    await db
      .update(signBatchItem)
      .set({ state: 'EXCEPTION', problem: { name, params } })
      .where(
        and(
          eq(signBatchItem.batchId, row.id),
          eq(signBatchItem.taskId, taskId),
          ne(signBatchItem.state, 'SUCCESS'),
        ),
      );
  }
}

/** The most recent open batch; null if there is none or all its tasks are signed. */
export async function getBatch(_input: unknown, context: SignedInContext): Promise<BatchView | null> {
  const row = await newestBatch(context);
  if (!row) return null;
  const view = await batchView(context, row);
  return view.items.some(({ state }) => state !== 'SUCCESS') ? view : null;
}

export async function closeBatch(
  { batchId }: ParsedInputOf<typeof calls.closeBatch>,
  context: SignedInContext,
): Promise<null> {
  await endBatch(context, (await readBatch(context, batchId)).id);
  return null;
}
