import { and, asc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { TaskFileType } from '#core/task/plan.ts';
import { DAY_MS } from '#core/time.ts';
import { documentRevision } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { keepHashEffect } from './effects.ts';
import { hashStateOf, type NewRevision, type RevisionRow, readRevision, stateOf } from './revisions.ts';

/** Each revision is read again after this time. */
const CHECK_EVERY_MS = 30 * DAY_MS;
/** Revisions of one run of the job, and bytes after which it ends. */
const AT_ONCE = 30;
const BYTES_AT_ONCE = 32 * 1024 * 1024;

/** Statements that have the missing states of new revisions made after the response, as it takes 5 ms a megabyte. */
export const keepHashes = (
  context: Context,
  fileType: TaskFileType,
  revisions: readonly (Partial<NewRevision> & { documentId: string; revision: number })[],
): Statement[] =>
  // A revision of an OFD continues no other.
  fileType === 'OFD'
    ? []
    : revisions
        .filter(({ hashState }) => !hashState)
        .map(({ documentId, revision }) =>
          enqueue(context, `hash:${documentId}`, keepHashEffect, { documentId, revision }),
        );

/** Makes and stores the state of a revision. Idempotent. */
export async function keepHash(
  context: Context,
  { documentId, revision }: z.output<typeof keepHashEffect.payload>,
): Promise<void> {
  const row = await readRevision(context, documentId, revision);
  if (hashStateOf(row)) return;
  await write(context, row, { hashState: (await stateOf(context, row)).save() });
}

/**
 * Job: compares stored revisions with their digests and kept states, those first whose last check was longest ago. A
 * wrong state is made anew; a file that is not what its digest says is reported and left. Returns how many were read.
 */
export async function checkHashes(context: Context): Promise<number> {
  const { db, now } = context;
  const rows = await db
    .select()
    .from(documentRevision)
    .where(lt(documentRevision.checkedAt, now - CHECK_EVERY_MS))
    .orderBy(asc(documentRevision.checkedAt))
    .limit(AT_ONCE);
  let bytes = 0;
  let checked = 0;
  for (const row of rows) {
    if (bytes > 0 && bytes + row.length > BYTES_AT_ONCE) break;
    bytes += row.length;
    checked += 1;
    await checkHash(context, row);
  }
  return checked;
}

/** Compares one revision with its digest and its kept state. Returns whether both are right. */
export async function checkHash(context: Context, row: RevisionRow): Promise<boolean> {
  try {
    const state = (await stateOf(context, row)).save();
    const isRight = row.hashState === '' || row.hashState === state;
    if (!isRight) noteFault('revision', `the kept state of ${row.sha256} is wrong`);
    await write(context, row, { checkedAt: context.now, ...(row.hashState ? { hashState: state } : {}) });
    return isRight;
  } catch (error) {
    noteFault('revision', error);
    await write(context, row, { checkedAt: context.now });
    return false;
  }
}

const write = (
  { db }: Context,
  { documentId, revision }: RevisionRow,
  set: Partial<Pick<RevisionRow, 'hashState' | 'checkedAt'>>,
) =>
  db
    .update(documentRevision)
    .set(set)
    .where(and(eq(documentRevision.documentId, documentId), eq(documentRevision.revision, revision)));
