import { isAgentFailure } from '#core/agent/failures.ts';
import { getTask } from '#core/task/calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { beginTaskUkey } from '#core/task/ukey-calls.ts';
import { call } from '../../../call.ts';
import {
  isUnlocked,
  type KnownKeys,
  NoCertificate,
  OtherUkey,
  signToTheEnd,
} from '../../agent/ukey-deeds.ts';
import { type BatchFillings, isSigned, type RowState } from './batch-row.ts';
import { isLost } from './sign-by-consent.ts';

/** A task with its documents as they were shown before the PIN was typed, and the seals for its places. */
export interface ReadyTask {
  planId: string;
  seen: SeenDocuments;
  fillings: BatchFillings;
}

/**
 * Signs tasks one after the other with the UKey whose PIN was given, as they were shown. What goes wrong with one task is
 * its exception and the next is signed; when the UKey or the network is gone, the batch stops where it is and can be
 * gone on with ([8.7i]): the answer is then the failure.
 */
export async function signWithToken(
  tasks: readonly ReadyTask[],
  ukeySerial: string,
  onRow: (taskId: string, state: RowState, error?: unknown) => void,
  stopped: () => boolean,
): Promise<unknown> {
  const known: KnownKeys = new Map();
  for (const { planId: taskId, seen, fillings } of tasks) {
    if (stopped()) return undefined;
    onRow(taskId, 'signing');
    const sign = async () => {
      // Signed before, when the answer was lost on its way.
      if (isSigned(await call(getTask, { planId: taskId }))) return;
      const begun = await call(beginTaskUkey, { planId: taskId, seen, ukeySerial, fillings });
      await signToTheEnd(ukeySerial, begun, known);
    };
    try {
      await sign().catch(async (error: unknown) => {
        // A UKey that was just put in may answer once as if it were gone.
        if (!isGone(error) || !(await isUnlocked(ukeySerial))) throw error;
        known.clear();
        return sign();
      });
      onRow(taskId, 'success');
    } catch (error) {
      if (isGone(error) || isLost(error)) {
        onRow(taskId, 'waiting');
        return error;
      }
      onRow(taskId, 'exception', error);
    }
  }
  return undefined;
}

/** A UKey that was taken out shows as one without certificates for a moment. */
const isGone = (error: unknown): boolean =>
  error instanceof NoCertificate ||
  error instanceof OtherUkey ||
  (isAgentFailure(error) && error.name !== 'NOT_A_DOCUMENT');
