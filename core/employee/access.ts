import type { Access } from '#core/call.ts';
import { EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';

export const ROSTER: Access = {
  actor: 'enterprise',
  roles: EMPLOYEE_KEEPERS,
  may: 'keep the roster: see, add and change employees, bring them in and hand them out as sheets, enter departures, see what is masked, keep certificates as pictures',
  also: 'every look at what is masked stands in the employee’s record; account, roles and seals of the member who an employee is: those who look after people',
};
