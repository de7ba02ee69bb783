import type { CertificateState, UpdateState } from '#core/seal/states.ts';
import type { StateLook } from '../../ui/badge.tsx';

/** How each state of a seal looks, everywhere. */
export const CERTIFICATE_LOOKS: Record<CertificateState, StateLook> = {
  NOT_APPLIED: { tone: 'neutral', icon: 'circle' },
  APPLYING: { tone: 'info', icon: 'progress' },
  SUCCESS: { tone: 'success', icon: 'success' },
  FAILED: { tone: 'error', icon: 'error' },
  EXPIRED: { tone: 'warning', icon: 'clock' },
};

export const UPDATE_LOOKS: Record<Exclude<UpdateState, 'NONE'>, StateLook> = {
  TO_UPDATE: { tone: 'warning', icon: 'clock' },
  UPDATING: { tone: 'info', icon: 'progress' },
};

export const ENABLED_LOOKS: Record<'true' | 'false', StateLook> = {
  true: { tone: 'success', icon: 'success' },
  false: { tone: 'neutral', icon: 'ban' },
};
