import type { SignerState } from './states.ts';

interface Turn {
  id: string;
  signOrder: number;
  state: SignerState;
}

/**
 * Signers that get the turn now ([4.1e], [4.1f]): all who wait when the order does not matter, else all who wait with
 * the lowest number that is not yet signed through.
 */
export function signersToCall<S extends Turn>(signers: readonly S[], ordered: boolean): S[] {
  const waiting = signers.filter((s) => s.state === 'UNSIGNED');
  if (!ordered) return waiting;
  const open = signers.filter((s) => s.state !== 'SIGNED').map((s) => s.signOrder);
  const lowest = Math.min(...open);
  return waiting.filter((s) => s.signOrder === lowest);
}

/** Whether the task is signed through; never one without signers. */
export const allSigned = (signers: readonly { state: SignerState }[]): boolean =>
  signers.length > 0 && signers.every((s) => s.state === 'SIGNED');
