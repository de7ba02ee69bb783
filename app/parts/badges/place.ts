import type { PlacementKind } from '#core/task/plan.ts';
import type { IconName } from '../../ui/icon.tsx';

export const PLACE_ICONS: Record<PlacementKind, IconName> = {
  ENT_SEAL: 'seal',
  PERSON_SEAL: 'user',
  HANDWRITTEN: 'signature',
  SIGN_DATE: 'calendar',
  CROSS_PAGE: 'contract-signed',
  FIELD: 'pen',
};
