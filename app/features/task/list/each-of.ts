import type { TFunction } from 'i18next';
import { errorText } from '../../../wire/client-error.ts';

/** A task for which the action failed, and why. */
export interface Failure {
  taskName: string;
  error: unknown;
}

/** Runs an action on each task; failures do not affect the others. Throws if all failed for the same reason. */
export async function eachOf<T extends { taskName: string }>(
  tasks: readonly T[],
  run: (task: T) => Promise<unknown>,
): Promise<Failure[]> {
  const failed: Failure[] = [];
  for (const task of tasks)
    try {
      await run(task);
    } catch (error) {
      if (tasks.length === 1) throw error;
      failed.push({ taskName: task.taskName, error });
    }
  return failed;
}

/** The text for failures: the first failed task with its reason, and the total number. */
export const failedText = (failed: readonly Failure[], t: TFunction<'task'>): string =>
  t('failedFor', {
    name: failed[0]!.taskName,
    reason: errorText(failed[0]!.error, t),
    count: failed.length,
  });
