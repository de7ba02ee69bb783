import type { Access } from '#core/call.ts';
import { EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';

export const ROSTER: Access = {
  actor: 'enterprise',
  roles: EMPLOYEE_KEEPERS,
  may: 'manage the roster: see, add and change employees, import and export them as sheets, record departures, reveal masked data, store pictures of certificates',
  also: 'each access to masked data is recorded with the employee; account, roles and seals of the linked member: only those who manage members',
};
