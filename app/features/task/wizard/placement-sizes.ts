import type { PlacementKind, PlanSigner } from '#core/task/plan.ts';

/** Sizes that placements begin with, mm: an enterprise seal is 42 mm across, a signature has the ratio 73:38 ([9.6]). */
export const PLACEMENT_SIZE: Record<PlacementKind, { width: number; height: number }> = {
  ENT_SEAL: { width: 42, height: 42 },
  PERSON_SEAL: { width: 20, height: 20 },
  HANDWRITTEN: { width: 36.5, height: 19 },
  SIGN_DATE: { width: 40, height: 8 },
  CROSS_PAGE: { width: 42, height: 42 },
};

/** What a signer can be asked for. */
export const kindsOf = (signer: Pick<PlanSigner, 'signatoryType'>): PlacementKind[] =>
  signer.signatoryType === 'ENTERPRISE'
    ? ['ENT_SEAL', 'HANDWRITTEN', 'PERSON_SEAL', 'SIGN_DATE', 'CROSS_PAGE']
    : ['HANDWRITTEN', 'PERSON_SEAL', 'SIGN_DATE', 'CROSS_PAGE'];
