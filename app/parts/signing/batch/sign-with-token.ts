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
} from '../../agent/ukey-steps.ts';
import { type BatchFillings, isSigned, type RowState } from './batch-row.ts';
import { isLost } from './sign-by-consent.ts';

/** A task with its documents as they were shown before the PIN was typed, and the seals for its places. */
export interface ReadyTask {
  planId: string;
  seen: SeenDocuments;
  fillings: BatchFillings;
}

/**
 * Signs tasks one after the other with the UKey whose PIN was given, as they were shown. A failure of one task
 * is recorded for it and the next is signed; if the UKey or the network fails, the batch pauses and can be resumed
 * ([8.7i]): the failure is then returned.
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
      const state = await call(beginTaskUkey, { planId: taskId, seen, ukeySerial, fillings });
      await signToTheEnd(ukeySerial, state, known);
    };
    try {
      await sign().catch(async (error: unknown) => {
        // A UKey that was just inserted may report once that it is missing.
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
