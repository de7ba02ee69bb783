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
  'IMPORTED',
  'CHANGED',
  'OVERWRITTEN',
  'REVEALED',
  'IMAGE_ADDED',
  'IMAGE_VIEWED',
  'IMAGE_REMOVED',
  'IMPORT_READ',
  'TRANSFERRED',
  'EXPORTED',
  'DEPARTED',
  'RESTORED',
  'ERASED',
] as const;
export type EmployeeRecord = (typeof EMPLOYEE_RECORDS)[number];

/** [3.2b] Pictures that are kept of an employee. */
export const EMPLOYEE_IMAGES = ['EDUCATION', 'RESIGNATION'] as const;
export type EmployeeImage = (typeof EMPLOYEE_IMAGES)[number];

/** What becomes of a row that has an employee's ID number: it is passed over, or changes the employee. */
export const DUPLICATES = ['SKIP', 'OVERWRITE'] as const;
export type Duplicates = (typeof DUPLICATES)[number];

/** A row of an import: waiting, or what came of it. A failed one keeps its cells for a while, to be mended. */
const IMPORT_ROW_STATES = ['WAITING', 'ADDED', 'CHANGED', 'SKIPPED', 'FAILED'] as const;
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number];

/** Rows of one import; most rows that one call brings; days for which failed rows are kept. */
export const IMPORT_LIMITS = { rows: 5_000, part: 500, days: 30 } as const;

/** Employees that one call moves to another department, and that one part of an export holds. */
export const AT_ONCE = { transfer: 200, export: 500 } as const;

/**
 * Years after which of somebody who left only that they were employed is kept: labour contracts and records of wages are
 * kept for two (Labour Contract Law, article 50; Interim Provisions on Payment of Wages, article 6).
 */
export const RETENTION_YEARS = 2;
