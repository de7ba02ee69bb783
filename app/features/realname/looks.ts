import type { PersonWording } from '#core/realname/states.ts';
import type { StateLook } from '../../ui/badge.tsx';
import { LOOK } from '../../ui/looks.ts';

export const WORDING_LOOKS: Record<PersonWording, StateLook> = {
  NOT_VERIFIED: LOOK.caution,
  VERIFYING: LOOK.running,
  VERIFYING_AGAIN: LOOK.running,
  VERIFIED: LOOK.verified,
};
