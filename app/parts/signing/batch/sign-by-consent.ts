import type { OutputOf } from '#core/call.ts';
import { signBatch } from '#core/task/batch-calls.ts';
import { call, isClientError } from '../../../call.ts';

/** Tasks per call: few, so that the progress bar moves. */
const AT_ONCE = 4;
/** Concurrent calls: while one waits for the database, another signs. */
const LANES = 2;

type Item = OutputOf<typeof signBatch>[number];

/** No answer came, nor will it for the next task: the network is gone. */
export const isLost = (error: unknown): boolean =>
  isClientError(error) && (error.kind === 'network' || error.kind === 'timeout');

/**
 * Signs tasks of a batch that was consented to, a few at a time. Where the network goes, or the consent ends, it stops:
 * those that were asked for wait again, and asked for again they are signed once. The answer is then the failure.
 */
export async function signByConsent(
  batchId: string,
  taskIds: readonly string[],
  onRequest: (taskIds: readonly string[]) => void,
  onItems: (items: readonly Item[]) => void,
  onBack: (taskIds: readonly string[]) => void,
  stopped: () => boolean,
): Promise<unknown> {
  const left = [...taskIds];
  let failure: unknown;
  const lane = async () => {
    while (left.length > 0 && failure === undefined && !stopped()) {
      const some = left.splice(0, AT_ONCE);
      onRequest(some);
      try {
        onItems(await call(signBatch, { batchId, planIds: some }));
      } catch (error) {
        onBack(some);
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return failure;
}
