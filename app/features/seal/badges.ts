import type { CertificateState, UpdateState } from '#core/seal/states.ts';
import type { StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';

/** Badge of each state of a seal. */
export const CERTIFICATE_BADGES: Record<CertificateState, StateBadge> = {
  NOT_APPLIED: BADGE.none,
  APPLYING: BADGE.running,
  SUCCESS: BADGE.done,
  FAILED: BADGE.failed,
  EXPIRED: BADGE.ending,
};

export const UPDATE_BADGES: Record<Exclude<UpdateState, 'NONE'>, StateBadge> = {
  TO_UPDATE: BADGE.ending,
  UPDATING: BADGE.running,
};

export const ENABLED_BADGES: Record<'true' | 'false', StateBadge> = {
  true: BADGE.done,
  false: BADGE.off,
};
