import type { PersonAuth } from '#core/identity/states.ts';
import type { ApplicationState } from '#core/realname/states.ts';
import type { StateLook } from '../../ui/badge.tsx';

/** How a person's real name and an application for one look in each state, on every screen. */

export const PERSON_AUTH_LOOKS: Record<PersonAuth, StateLook> = {
  UNAUTH: { tone: 'neutral', icon: 'circle' },
  GOINGAUTH: { tone: 'neutral', icon: 'circle' },
  FIRSTAUTHING: { tone: 'info', icon: 'progress' },
  AUTHING: { tone: 'info', icon: 'progress' },
  AUTH: { tone: 'success', icon: 'shield' },
  REVOKE: { tone: 'error', icon: 'ban' },
};

/** Also of an enterprise. */
export const APPLICATION_LOOKS: Record<ApplicationState, StateLook> = {
  DRAFT: { tone: 'neutral', icon: 'pen' },
  CHECKING: { tone: 'info', icon: 'progress' },
  REVIEWING: { tone: 'warning', icon: 'hourglass' },
  PASSED: { tone: 'success', icon: 'success' },
  REJECTED: { tone: 'error', icon: 'error' },
  ENDED: { tone: 'neutral', icon: 'undo' },
};
