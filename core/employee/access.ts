import type { Access } from '#core/call.ts';
import { EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';

export const ROSTER: Access = {
  actor: 'enterprise',
  roles: EMPLOYEE_KEEPERS,
  may: 'manage the roster: see, add and change employees, import and export them as sheets, record departures, reveal masked data, store pictures of certificates',
  also: 'each access to masked data is recorded with the employee; salary and insurance: not HR from whom they are withheld; account, roles and seals of the linked member: only those who manage members; HR ends the membership of an employee who leaves only if it is the same verified person, and neither administrator, legal representative, authorizer nor HR',
};

/** Whether HR from whom salaries are withheld may not see or change a section, or an onboarding category. */
export const isWithheld = (salaryWithheld: boolean, section: string): boolean =>
  salaryWithheld && section === 'SALARY';
