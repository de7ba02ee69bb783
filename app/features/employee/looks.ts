import type { EmployeeState } from '#core/employee/states.ts';
import type { StateLook } from '../../ui/badge.tsx';
import { LOOK } from '../../ui/looks.ts';

export const EMPLOYEE_LOOKS: Record<EmployeeState, StateLook> = {
  ACTIVE: LOOK.done,
  DEPARTED: { tone: 'neutral', icon: 'logout' },
};

/** Somebody left who can still act for the enterprise. */
export const STILL_MEMBER: StateLook = LOOK.caution;
