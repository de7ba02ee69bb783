import type { InputOf, OutputOf } from '#core/call.ts';
import type { Drawing } from '#core/drawing.ts';
import type { listUsableSeals } from '#core/seal/usable-calls.ts';
import type { signTask } from '#core/task/calls.ts';
import type { TaskPlacement } from './use-task.ts';

export type UsableSeal = OutputOf<typeof listUsableSeals>[number];

/** The content of a placement: a seal or a drawn signature. */
export type Filling = { kind: 'seal'; seal: UsableSeal } | { kind: 'drawing'; drawing: Drawing };
export type Fillings = ReadonlyMap<string, Filling>;

/** Data type of a dragged seal; the data is its id. */
export const DRAGGED_SEAL = 'application/x-signet-seal';

/** Placements that take a seal or a signature; dates are filled automatically, fields are typed. */
export const toFill = (placements: readonly TaskPlacement[]): TaskPlacement[] =>
  placements.filter((p) => p.kind !== 'SIGN_DATE' && p.kind !== 'FIELD');

export const missing = (placements: readonly TaskPlacement[], fillings: Fillings): TaskPlacement[] =>
  toFill(placements).filter((p) => !fillings.has(p.placementId));

/** The seals and signatures used, for the button label: each seal once, and the number of signatures. */
export function usedIn(fillings: Fillings): { seals: UsableSeal[]; signatures: number } {
  const seals = new Map<string, UsableSeal>();
  let signatures = 0;
  for (const filling of fillings.values()) {
    if (filling.kind === 'seal') seals.set(filling.seal.sealId, filling.seal);
    else signatures++;
  }
  return { seals: [...seals.values()], signatures };
}

export type WireFilling = InputOf<typeof signTask>['fillings'][number];

/** The fillings in wire format. */
export const wireOf = (fillings: Fillings): WireFilling[] =>
  [...fillings].map(([placementId, filling]) =>
    filling.kind === 'seal'
      ? { placementId, sealId: filling.seal.sealId }
      : { placementId, drawing: filling.drawing as WireFilling['drawing'] },
  );
