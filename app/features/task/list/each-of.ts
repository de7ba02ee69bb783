import type { TFunction } from 'i18next';
import { errorText } from '../../../wire/client-error.ts';

/** A task with which something could not be done, and why. */
export interface Failed {
  taskName: string;
  error: unknown;
}

/** Does something with each task; what fails with one leaves the others alone. Throws where all failed for the same reason. */
export async function eachOf<T extends { taskName: string }>(
  plans: readonly T[],
  run: (plan: T) => Promise<unknown>,
): Promise<Failed[]> {
  const failed: Failed[] = [];
  for (const plan of plans)
    try {
      await run(plan);
    } catch (error) {
      if (plans.length === 1) throw error;
      failed.push({ taskName: plan.taskName, error });
    }
  return failed;
}

/** The first of those that failed with its reason, and how many there are. */
export const failedText = (failed: readonly Failed[], t: TFunction<'task'>): string =>
  t('failedFor', {
    name: failed[0]!.taskName,
    reason: errorText(failed[0]!.error, t),
    count: failed.length,
  });
