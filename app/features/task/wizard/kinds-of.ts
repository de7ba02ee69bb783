import type { PlacementKind, PlanSigner } from '#core/task/plan.ts';

/** What a signer can be asked for. */
export const kindsOf = (signer: Pick<PlanSigner, 'type'>): PlacementKind[] =>
  signer.type === 'ENTERPRISE'
    ? ['ENT_SEAL', 'HANDWRITTEN', 'PERSON_SEAL', 'SIGN_DATE', 'CROSS_PAGE']
    : ['HANDWRITTEN', 'PERSON_SEAL', 'SIGN_DATE', 'CROSS_PAGE'];
