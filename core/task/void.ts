import type { EndReason, TaskState } from './states.ts';

/** Whether the parties are voiding a completed contract by an agreement or have voided it; it stays completed. */
export const VOID_STATES = ['', 'VOIDING', 'VOIDED'] as const;
export type VoidState = (typeof VOID_STATES)[number];

/** Why a contract cannot be voided now. */
export type VoidProblem =
  | 'NOT_COMPLETED'
  | 'NOT_A_PARTY'
  | 'ONE_PARTY'
  | 'UNDER_WAY'
  | 'ALREADY'
  | 'AGREEMENT';

/**
 * Whether an agreement to void a contract can be started: the contract is completed, has at least two parties, one of
 * them starts it, and no other is in progress. Voiding agreements cannot be voided themselves.
 */
export function voidProblem(facts: {
  state: TaskState;
  endReason: EndReason | null;
  /** Owners who signed. */
  parties: readonly string[];
  /** The owner that starts it. */
  owner: string;
  voidState: VoidState;
  /** The contract is itself an agreement that voids another contract. */
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
