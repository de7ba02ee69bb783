import type { CertificateState, UpdateState } from '#core/seal/states.ts';
import type { StateLook } from '../../ui/badge.tsx';
import { LOOK } from '../../ui/looks.ts';

/** Badge of each state of a seal. */
export const CERTIFICATE_LOOKS: Record<CertificateState, StateLook> = {
  NOT_APPLIED: LOOK.none,
  APPLYING: LOOK.running,
  SUCCESS: LOOK.done,
  FAILED: LOOK.failed,
  EXPIRED: LOOK.ending,
};

export const UPDATE_LOOKS: Record<Exclude<UpdateState, 'NONE'>, StateLook> = {
  TO_UPDATE: LOOK.ending,
  UPDATING: LOOK.running,
};

export const ENABLED_LOOKS: Record<'true' | 'false', StateLook> = {
  true: LOOK.done,
  false: LOOK.off,
};
