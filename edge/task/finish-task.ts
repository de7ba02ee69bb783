import type { Context } from '#edge/kernel/context.ts';
import { preserveDocuments } from '#edge/signing/preserve-documents.ts';
import { advanceTask, PRODUCT } from './advance-task.ts';
import { raiseDocument } from './change-task.ts';
import { unsafeReadTask } from './read-task.ts';

/** Adds long-term validation data to the documents of a completed task. */
export const finishTask = (before: Context, { taskId }: { taskId: string }): Promise<void> =>
  preserveDocuments(before, taskId, async (context) => {
    const contract = await unsafeReadTask(context, taskId);
    const { task, documents } = contract;
    return {
      number: task.number,
      fileType: task.fileType,
      documents,
      raise: raiseDocument(context),
      change: async (entry, statements) => {
        await advanceTask(context, contract, {
          event: 'preserve',
          by: PRODUCT,
          entries: [entry],
          statements,
        });
      },
    };
  });
