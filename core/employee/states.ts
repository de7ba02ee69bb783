import type { Machine } from '#core/machine.ts';

/** States of an employee. The row of a DEPARTED one is kept for the years that the law requires. */
export const EMPLOYEE_STATES = ['ACTIVE', 'DEPARTED'] as const;
export type EmployeeState = (typeof EMPLOYEE_STATES)[number];
export type EmployeeEvent = 'depart' | 'restore';

/** `restore` reverts a departure that was entered by mistake. */
export const EMPLOYEE_MACHINE: Machine<EmployeeState, EmployeeEvent> = {
  initial: 'ACTIVE',
  transitions: { ACTIVE: { depart: 'DEPARTED' }, DEPARTED: { restore: 'ACTIVE' } },
};

/** Entries of an employee's log: every action, and every access to masked values. */
export const EMPLOYEE_RECORDS = [
  'ADDED',
  'IMPORTED',
  'CHANGED',
  'OVERWRITTEN',
  'REVEALED',
  'IMAGE_ADDED',
  'IMAGE_VIEWED',
  'IMAGE_REMOVED',
  'PAPER_CHANGED',
  'IMPORT_READ',
  'TRANSFERRED',
  'EXPORTED',
  'DEPARTED',
  'RESTORED',
  'ERASED',
] as const;
export type EmployeeRecord = (typeof EMPLOYEE_RECORDS)[number];

/** [3.2b] Pictures of an employee: the two of the specification, and any other paper, which has a name and may expire. */
export const EMPLOYEE_IMAGES = ['EDUCATION', 'RESIGNATION', 'PAPER'] as const;
export type EmployeeImage = (typeof EMPLOYEE_IMAGES)[number];

/** How an import handles a row with an employee's ID number: skips it, or changes the employee. */
export const DUPLICATES = ['SKIP', 'OVERWRITE'] as const;
export type Duplicates = (typeof DUPLICATES)[number];

/** States of a row of an import. Failed rows are stored for a while so that they can be corrected. */
const IMPORT_ROW_STATES = ['WAITING', 'ADDED', 'CHANGED', 'SKIPPED', 'FAILED'] as const;
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number];

/** Maximum rows of an import, and of one call; days for which failed rows are stored. */
export const IMPORT_LIMITS = { rows: 5_000, part: 500, days: 30 } as const;

/**
 * Maximum employees of one call to transfer, of one part of an edit of several and of all its parts, of one part of an
 * export, and of one start of contracts.
 */
export const AT_ONCE = { transfer: 200, edit: 20, edits: 200, export: 500, contract: 200 } as const;

/**
 * Years after a departure until everything except the fact of the employment is erased: labour contracts and wage
 * records are kept for two (Labour Contract Law, article 50; Interim Provisions on Payment of Wages, article 6).
 */
export const RETENTION_YEARS = 2;

/** Other papers of one employee. */
export const PAPERS_MOST = 20;

/** Days after its cancellation until a newcomer's file is erased but for name and log: it served an employment that is not to be. */
export const CANCELLED_DAYS = 30;
