import type { EmployeeState } from '#core/employee/states.ts';
import type { StateLook } from '../../ui/badge.tsx';

export const EMPLOYEE_LOOKS: Record<EmployeeState, StateLook> = {
  ACTIVE: { tone: 'success', icon: 'success' },
  DEPARTED: { tone: 'neutral', icon: 'logout' },
};

/** Somebody left who can still act for the enterprise. */
export const STILL_MEMBER: StateLook = { tone: 'warning', icon: 'warning' };
