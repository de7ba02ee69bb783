import type { PersonAuth } from '#core/identity/states.ts';
import type { ApplicationState } from '#core/realname/states.ts';
import type { StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';

/** Looks of the states of real-name authentication and its applications, for every screen. */

export const PERSON_AUTH_BADGES: Record<PersonAuth, StateBadge> = {
  UNAUTH: BADGE.none,
  GOINGAUTH: BADGE.none,
  FIRSTAUTHING: BADGE.running,
  AUTHING: BADGE.running,
  AUTH: BADGE.verified,
  REVOKE: BADGE.barred,
};

/** Also of an enterprise. */
export const APPLICATION_BADGES: Record<ApplicationState, StateBadge> = {
  DRAFT: BADGE.draft,
  CHECKING: BADGE.running,
  REVIEWING: BADGE.due,
  PASSED: BADGE.done,
  REJECTED: BADGE.failed,
  ENDED: BADGE.undone,
};
