import type { Context } from '#edge/kernel/context.ts';
import { preserveDocuments } from '#edge/signing/preserve-documents.ts';
import { changeTask, raiseDocument } from './change-task.ts';
import { unsafeReadTask } from './read-task.ts';

/** Adds long-term validation data to the documents of a completed task. */
export const finishTask = (before: Context, { taskId }: { taskId: string }): Promise<void> =>
  preserveDocuments(before, taskId, async (context) => {
    const { task, documents } = await unsafeReadTask(context, taskId);
    return {
      fileType: task.fileType,
      documents,
      raise: raiseDocument(context),
      change: (entry, more) => changeTask(context, task, { set: {}, trail: [entry], more }),
    };
  });
