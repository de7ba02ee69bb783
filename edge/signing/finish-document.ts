import type { TaskFileType } from '#core/task/plan.ts';
import type { Context } from '#edge/kernel/context.ts';
import { engineOf } from './engine-of.ts';
import { type RevisionRow, readRevision, revisionBytes } from './revisions.ts';
import type { DocumentRow } from './rows.ts';

/** The document's last revision, not yet listed; null where nothing was signed, or the format has nothing to add. */
export async function finishDocument(
  context: Context,
  row: Pick<DocumentRow, 'id' | 'revision'>,
  fileType: TaskFileType,
): Promise<RevisionRow | null> {
  const newest = await readRevision(context, row.id, row.revision);
  const held = { segments: newest.segments, bytes: await revisionBytes(context, newest) };
  const made = await engineOf(fileType).finish?.(context, held);
  if (!made) return null;
  return {
    documentId: row.id,
    revision: row.revision + 1,
    ...made,
    signerId: null,
    certificateId: null,
    createdAt: context.now,
  };
}
