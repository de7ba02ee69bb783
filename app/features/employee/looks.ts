import type { EmployeeState } from '#core/employee/states.ts';
import type { Warning } from '#core/employee/warnings.ts';
import type { StateLook } from '../../ui/badge.tsx';
import { LOOK } from '../../ui/looks.ts';

export const EMPLOYEE_LOOKS: Record<EmployeeState, StateLook> = {
  ACTIVE: LOOK.done,
  DEPARTED: { tone: 'neutral', icon: 'logout' },
};

/** Somebody left who can still act for the enterprise. */
export const STILL_MEMBER: StateLook = LOOK.caution;

/** What ends soon, and what has ended. */
export const WARNING_LOOKS: Record<Warning, StateLook> = {
  CONTRACT_ENDED: { tone: 'error', icon: 'error' },
  CONTRACT_ENDS: LOOK.caution,
  PROBATION_ENDS: LOOK.caution,
  ID_ENDED: { tone: 'error', icon: 'error' },
  ID_ENDS: LOOK.caution,
};
