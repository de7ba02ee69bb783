import type { Machine } from '#core/machine.ts';

/** Somebody on the roster, or somebody who left: then the row is kept, for the years that the law asks. */
export const EMPLOYEE_STATES = ['ACTIVE', 'DEPARTED'] as const;
export type EmployeeState = (typeof EMPLOYEE_STATES)[number];
export type EmployeeEvent = 'depart' | 'restore';

/** `restore` takes a departure back that was entered by mistake. */
export const EMPLOYEE_MACHINE: Machine<EmployeeState, EmployeeEvent> = {
  initial: 'ACTIVE',
  transitions: { ACTIVE: { depart: 'DEPARTED' }, DEPARTED: { restore: 'ACTIVE' } },
};

/** What the record of an employee holds: every act, and every look at what is masked. */
export const EMPLOYEE_RECORDS = [
  'ADDED',
  'CHANGED',
  'REVEALED',
  'IMAGE_ADDED',
  'IMAGE_VIEWED',
  'IMAGE_REMOVED',
  'DEPARTED',
  'RESTORED',
] as const;
export type EmployeeRecord = (typeof EMPLOYEE_RECORDS)[number];

/** [3.2b] Pictures that are kept of an employee. */
export const EMPLOYEE_IMAGES = ['EDUCATION', 'RESIGNATION'] as const;
export type EmployeeImage = (typeof EMPLOYEE_IMAGES)[number];
