import type { PersonWording } from '#core/realname/states.ts';
import type { StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';

export const WORDING_BADGES: Record<PersonWording, StateBadge> = {
  NOT_VERIFIED: BADGE.caution,
  VERIFYING: BADGE.running,
  VERIFYING_AGAIN: BADGE.running,
  VERIFIED: BADGE.verified,
};
