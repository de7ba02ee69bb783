import { and, asc, eq, lte } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { CodeState, readCode as call } from '#core/task/code-calls.ts';
import { document, documentRevision, task } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { TaskRow } from './read-task.ts';

/** Public status behind a document's QR code; contains no names, parties or other documents. Throws NOT_FOUND. */
export async function readCode(
  { code }: ParsedInputOf<typeof call>,
  { db }: Context,
): Promise<OutputOf<typeof call>> {
  const rows = await db
    .select({
      number: task.number,
      state: task.state,
      endReason: task.endReason,
      voidState: task.voidState,
      sha256: documentRevision.sha256,
      registeredAt: documentRevision.createdAt,
    })
    .from(document)
    .innerJoin(task, eq(task.id, document.taskId))
    .innerJoin(
      documentRevision,
      and(eq(documentRevision.documentId, document.id), lte(documentRevision.revision, document.revision)),
    )
    .where(eq(document.code, code))
    .orderBy(asc(documentRevision.revision));
  const row = rows.at(-1);
  if (!row) throw new AppError('NOT_FOUND');
  return {
    number: row.number,
    state: stateOf(row),
    sha256: row.sha256,
    registeredAt: row.registeredAt,
    former: rows.slice(0, -1).map(({ sha256 }) => sha256),
  };
}

function stateOf({
  state,
  endReason,
  voidState,
}: Pick<TaskRow, 'state' | 'endReason' | 'voidState'>): CodeState {
  if (voidState === 'VOIDED') return 'VOIDED';
  // A task that failed its approval was never sent; it is shown as withdrawn.
  if (state === 'REVOKED' || endReason === 'REVIEW_FAILED') return 'WITHDRAWN';
  return state === 'ENDED' ? (endReason ?? 'COMPLETED') : 'PENDING';
}
