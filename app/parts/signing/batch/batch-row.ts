import type { InputOf, OutputOf } from '#core/call.ts';
import type { listUsableSeals } from '#core/seal/usable-calls.ts';
import type { openBatch } from '#core/task/batch-calls.ts';
import type { getTask } from '#core/task/calls.ts';
import { sealFits } from '#core/task/place-rules.ts';
import { typeOfSigner } from '#core/task/plan-wire.ts';

/** State of each task of a batch on the page ([4.2a]). */
export type RowState = 'waiting' | 'signing' | 'exception' | 'success';
export interface BatchRow {
  planId: string;
  taskName: string;
  state: RowState;
  /** For an exception: the reason as text, and whether a retry may succeed. */
  problem?: { words: string; again: boolean } | undefined;
}
export type RowChange = Pick<BatchRow, 'state' | 'problem'>;

export type UsableSeal = OutputOf<typeof listUsableSeals>[number];
export type TaskDetail = OutputOf<typeof getTask>;
export type BatchFillings = InputOf<typeof openBatch>['tasks'][number]['fillings'];

/** Whether the seal is an enterprise seal. */
export const isStamp = ({ category }: Pick<UsableSeal, 'category'>): boolean =>
  !['PERSONAL', 'HANDWRITTEN', 'DATE'].includes(category);

/**
 * The seal for each of the user's placements in a task: the first of `seals` that is allowed there, for a signature
 * placement preferably a saved signature; or why the task cannot be signed in a batch.
 */
export function fillingsOf(
  task: TaskDetail,
  seals: readonly UsableSeal[],
): BatchFillings | 'NOT_YOURS' | 'HAND_NEEDED' | 'FIELDS_NEEDED' | 'NO_SEAL' {
  const mine = task.signerList.find((one) => one.mine && one.status === 'SIGNING');
  if (!mine) return 'NOT_YOURS';
  const ofEnterprise = typeOfSigner(mine) === 'ENTERPRISE';
  const fillings: BatchFillings = [];
  for (const { placementId, signerId, kind, fills } of task.placements) {
    if (signerId !== mine.signerId || kind === 'SIGN_DATE') continue;
    if (fills) {
      if (fills.required) return 'FIELDS_NEEDED';
      continue;
    }
    const fitting = seals.filter(({ category }) => sealFits(kind, category, ofEnterprise, mine.sealKind));
    const seal =
      fitting.find(({ category }) => kind === 'HANDWRITTEN' && category === 'HANDWRITTEN') ?? fitting[0];
    if (!seal) return kind === 'ENT_SEAL' || ofEnterprise ? 'NO_SEAL' : 'HAND_NEEDED';
    fillings.push({ placementId, sealId: seal.sealId });
  }
  return fillings;
}

/** Whether the user has signed the task: here, if the answer was lost, or in another window. */
export const isSigned = ({ signerList }: TaskDetail): boolean =>
  signerList.some((one) => one.mine && one.status === 'SIGNED') &&
  !signerList.some((one) => one.mine && one.status === 'SIGNING');
