import type { PersonWording } from '#core/realname/states.ts';
import type { StateLook } from '../../ui/badge.tsx';

export const WORDING_LOOKS: Record<PersonWording, StateLook> = {
  NOT_VERIFIED: { tone: 'warning', icon: 'warning' },
  VERIFYING: { tone: 'info', icon: 'progress' },
  VERIFYING_AGAIN: { tone: 'info', icon: 'progress' },
  VERIFIED: { tone: 'success', icon: 'shield' },
};
