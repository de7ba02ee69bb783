import type { EmployeeState } from '#core/employee/states.ts';
import type { Warning } from '#core/employee/warnings.ts';
import type { StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';

export const EMPLOYEE_BADGES: Record<EmployeeState, StateBadge> = {
  ACTIVE: BADGE.done,
  DEPARTED: { tone: 'neutral', icon: 'logout' },
};

/** For someone who left but can still act for the enterprise. */
export const STILL_MEMBER: StateBadge = BADGE.caution;

/** Badges of dates that are near or have passed. */
export const WARNING_BADGES: Record<Warning, StateBadge> = {
  CONTRACT_ENDED: { tone: 'error', icon: 'error' },
  CONTRACT_ENDS: BADGE.caution,
  PROBATION_ENDS: BADGE.caution,
  ID_ENDED: { tone: 'error', icon: 'error' },
  ID_ENDS: BADGE.caution,
  PAPER_ENDED: { tone: 'error', icon: 'error' },
  PAPER_ENDS: BADGE.caution,
};
