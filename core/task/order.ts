import type { SignerState } from './states.ts';

interface Turn {
  id: string;
  signOrder: number;
  state: SignerState;
}

/**
 * Signers that get the turn now ([4.1e], [4.1f]): all waiting signers if the order does not matter, else all waiting
 * signers of the lowest number that is not yet completely signed.
 */
export function signersToCall<S extends Turn>(signers: readonly S[], ordered: boolean): S[] {
  const waiting = signers.filter((s) => s.state === 'UNSIGNED');
  if (!ordered) return waiting;
  const open = signers.filter((s) => s.state !== 'SIGNED').map((s) => s.signOrder);
  const lowest = Math.min(...open);
  return waiting.filter((s) => s.signOrder === lowest);
}

/** Whether all signers have signed; false without signers. */
export const allSigned = (signers: readonly { state: SignerState }[]): boolean =>
  signers.length > 0 && signers.every((s) => s.state === 'SIGNED');

interface InOrder {
  readonly signOrder: number;
}

/** Groups of signers that sign in parallel, in order; a single group if the order does not matter. */
export function groupsInOrder<S extends InOrder>(signers: readonly S[], ordered: boolean): S[][] {
  if (!ordered) return signers.length > 0 ? [[...signers]] : [];
  const orders = [...new Set(signers.map((s) => s.signOrder))].sort((a, b) => a - b);
  return orders.map((order) => signers.filter((s) => s.signOrder === order));
}

/** Destination of a signer: a group of their own before or after another signer's, or that group. */
export type Target<S> = { beside: S; as: 'BEFORE' | 'AFTER' | 'WITH' };

/** The groups after a signer was moved; empty groups are removed. */
export function putInOrder<S>(groups: readonly S[][], moved: S, { beside, as }: Target<S>): S[][] {
  if (beside === moved) return groups.map((group) => [...group]);
  const next: S[][] = [];
  for (const group of groups) {
    const rest = group.filter((s) => s !== moved);
    if (!group.includes(beside)) {
      if (rest.length > 0) next.push(rest);
      continue;
    }
    if (as === 'BEFORE') next.push([moved], rest);
    else if (as === 'AFTER') next.push(rest, [moved]);
    else next.push(rest.flatMap((s) => (s === beside ? [s, moved] : [s])));
  }
  return next;
}
