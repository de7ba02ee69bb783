import type { EndReason, TaskState } from './states.ts';

/** Whether a finished contract is being made void by an agreement of its parties, or was; it stays completed. */
export const VOID_STATES = ['', 'VOIDING', 'VOIDED'] as const;
export type VoidState = (typeof VOID_STATES)[number];

/** Why a contract cannot be made void now. */
export type VoidProblem =
  | 'NOT_COMPLETED'
  | 'NOT_A_PARTY'
  | 'ONE_PARTY'
  | 'UNDER_WAY'
  | 'ALREADY'
  | 'AGREEMENT';

/**
 * Whether an agreement to make a contract void can be begun: it is completed, has two parties or more, one of them begins
 * it, and none is under way. Such an agreement is itself never made void.
 */
export function voidProblem(facts: {
  state: TaskState;
  endReason: EndReason | null;
  /** Owners who signed. */
  parties: readonly string[];
  /** Who begins it. */
  owner: string;
  voidState: VoidState;
  /** It is an agreement to make another contract void. */
  agreement: boolean;
}): VoidProblem | null {
  const { parties, owner } = facts;
  if (facts.state !== 'ENDED' || facts.endReason !== 'COMPLETED') return 'NOT_COMPLETED';
  if (!parties.includes(owner)) return 'NOT_A_PARTY';
  if (facts.agreement) return 'AGREEMENT';
  if (new Set(parties).size < 2) return 'ONE_PARTY';
  if (facts.voidState === 'VOIDED') return 'ALREADY';
  return facts.voidState === 'VOIDING' ? 'UNDER_WAY' : null;
}
