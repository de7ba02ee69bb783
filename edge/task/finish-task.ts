import type { Context } from '../context.ts';
import { unsafeReadTask } from './read-task.ts';
import { readRevision } from './revisions.ts';

/**
 * What follows a completed task. The signatures are whole and the state is written before this runs; here it is only
 * made sure that every acknowledged revision can be read, so that a fault of the store shows at once.
 */
export async function finishTask(context: Context, taskId: string): Promise<void> {
  const { documents } = await unsafeReadTask(context, taskId);
  for (const row of documents) {
    const revision = await readRevision(context, row.id, row.revision);
    for (const { key } of revision.segments)
      if (!(await context.files.has(key)))
        throw new Error(`document ${row.id}: a segment is missing from the file store`);
  }
}
