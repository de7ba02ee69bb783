import type { PlacementKind, PlanSigner } from '#core/task/plan.ts';

/** What a signer can be asked for. */
export const kindsOf = (signer: Pick<PlanSigner, 'signatoryType'>): PlacementKind[] =>
  signer.signatoryType === 'ENTERPRISE'
    ? ['ENT_SEAL', 'HANDWRITTEN', 'PERSON_SEAL', 'SIGN_DATE', 'CROSS_PAGE']
    : ['HANDWRITTEN', 'PERSON_SEAL', 'SIGN_DATE', 'CROSS_PAGE'];
