import type { EmployeeState } from '#core/employee/states.ts';
import type { Warning } from '#core/employee/warnings.ts';
import type { StateLook } from '../../ui/badge.tsx';
import { LOOK } from '../../ui/looks.ts';

export const EMPLOYEE_LOOKS: Record<EmployeeState, StateLook> = {
  ACTIVE: LOOK.done,
  DEPARTED: { tone: 'neutral', icon: 'logout' },
};

/** For someone who left but can still act for the enterprise. */
export const STILL_MEMBER: StateLook = LOOK.caution;

/** Badges of dates that are near or have passed. */
export const WARNING_LOOKS: Record<Warning, StateLook> = {
  CONTRACT_ENDED: { tone: 'error', icon: 'error' },
  CONTRACT_ENDS: LOOK.caution,
  PROBATION_ENDS: LOOK.caution,
  ID_ENDED: { tone: 'error', icon: 'error' },
  ID_ENDS: LOOK.caution,
  PAPER_ENDED: { tone: 'error', icon: 'error' },
  PAPER_ENDS: LOOK.caution,
};
