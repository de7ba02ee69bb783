import type { PersonAuth } from '#core/identity/states.ts';
import type { ApplicationState } from '#core/realname/states.ts';
import type { StateLook } from '../../ui/badge.tsx';
import { LOOK } from '../../ui/looks.ts';

/** Looks of the states of real-name authentication and its applications, for every screen. */

export const PERSON_AUTH_LOOKS: Record<PersonAuth, StateLook> = {
  UNAUTH: LOOK.none,
  GOINGAUTH: LOOK.none,
  FIRSTAUTHING: LOOK.running,
  AUTHING: LOOK.running,
  AUTH: LOOK.verified,
  REVOKE: LOOK.barred,
};

/** Also of an enterprise. */
export const APPLICATION_LOOKS: Record<ApplicationState, StateLook> = {
  DRAFT: LOOK.draft,
  CHECKING: LOOK.running,
  REVIEWING: LOOK.due,
  PASSED: LOOK.done,
  REJECTED: LOOK.failed,
  ENDED: LOOK.undone,
};
