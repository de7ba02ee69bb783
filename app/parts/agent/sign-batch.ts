import { isAgentFailure } from '#core/agent/failures.ts';
import { getPlan } from '#core/task/calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { beginPlanUkey } from '#core/task/ukey-calls.ts';
import { call, isClientError } from '../../call.ts';
import { isRevisionChanged } from '../../wire/revision-changed.ts';
import { isUnlocked, type KnownKeys, NoCertificate, OtherUkey, signToTheEnd } from './ukey-deeds.ts';

/** State of each task of a batch ([4.2a]). */
export type BatchState = 'waiting' | 'signing' | 'exception' | 'success';
export interface BatchRow {
  planId: string;
  taskName: string;
  state: BatchState;
  /** Of an exception: why, in words or as what the person has to do. */
  problem?: { error: unknown } | 'HAND_NEEDED' | 'NOT_YOURS' | 'CHANGED';
}
/** A task with its documents as they were shown before the PIN was typed. */
export interface ShownRow extends BatchRow {
  seen: SeenDocuments;
}

export interface BatchSeal {
  sealId: string;
  category: string;
}
const PERSONAL = ['PERSONAL', 'HANDWRITTEN'];

/**
 * Signs the tasks that wait, one after the other, with the UKey whose PIN was given, as they were shown: one that somebody
 * signed meanwhile is CHANGED and stays as it is. What goes wrong with one task is
 * its exception and the next is signed; when the UKey or the network is gone, the batch stops where it is and can be
 * gone on with ([8.7i]): the answer is then the failure.
 */
export async function signBatch(
  rows: readonly ShownRow[],
  ukeySerial: string,
  seals: readonly BatchSeal[],
  onRow: (planId: string, change: Pick<BatchRow, 'state' | 'problem'>) => void,
  stopped: () => boolean,
): Promise<unknown> {
  const known: KnownKeys = new Map();
  for (const { planId, state, seen } of rows) {
    if (state === 'success') continue;
    if (stopped()) return undefined;
    onRow(planId, { state: 'signing' });
    const sign = () => signOne(planId, seen, ukeySerial, seals, known);
    try {
      const problem = await sign().catch(async (error: unknown) => {
        // A UKey that was just put in may answer once as if it were gone.
        if (!isGone(error) || !(await isUnlocked(ukeySerial))) throw error;
        known.clear();
        return sign();
      });
      onRow(planId, problem ? { state: 'exception', problem } : { state: 'success' });
    } catch (error) {
      if (isGone(error) || isLost(error)) {
        onRow(planId, { state: 'waiting' });
        return error;
      }
      onRow(planId, {
        state: 'exception',
        problem: isRevisionChanged(error) ? 'CHANGED' : { error },
      });
    }
  }
  return undefined;
}

/** A UKey that was taken out shows as one without certificates for a moment. */
const isGone = (error: unknown): boolean =>
  error instanceof NoCertificate ||
  error instanceof OtherUkey ||
  (isAgentFailure(error) && error.name !== 'NOT_A_DOCUMENT');

/** No answer came, nor will it for the next task: the network is gone. */
export const isLost = (error: unknown): boolean =>
  isClientError(error) && (error.kind === 'network' || error.kind === 'timeout');

async function signOne(
  planId: string,
  seen: SeenDocuments,
  ukeySerial: string,
  seals: readonly BatchSeal[],
  known: KnownKeys,
): Promise<'HAND_NEEDED' | 'NOT_YOURS' | undefined> {
  const task = await call(getPlan, { planId });
  const mine = task.signerList.find((one) => one.mine && one.status === 'SIGNING');
  // Signed already: here, when the answer was lost on its way, or in another window.
  if (!mine && task.signerList.some((one) => one.mine && one.status === 'SIGNED')) return undefined;
  if (!mine) return 'NOT_YOURS';
  const fillings: { placementId: string; sealId: string }[] = [];
  for (const { placementId, signerId, kind, fills } of task.placements) {
    if (signerId !== mine.signerId || kind === 'SIGN_DATE') continue;
    if (fills) {
      if (fills.required) return 'HAND_NEEDED';
      continue;
    }
    const personal = kind === 'PERSON_SEAL' || kind === 'HANDWRITTEN';
    const seal = seals.find(({ category }) => PERSONAL.includes(category) === personal);
    if (!seal || kind === 'HANDWRITTEN') return 'HAND_NEEDED';
    fillings.push({ placementId, sealId: seal.sealId });
  }
  await signToTheEnd(ukeySerial, await call(beginPlanUkey, { planId, seen, ukeySerial, fillings }), known);
  return undefined;
}
