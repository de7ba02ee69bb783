import type { Access } from '#core/call.ts';
import { CONSOLE, EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';

export const JOINING: Access = {
  actor: 'person',
  may: 'apply to join an enterprise, take the application back, leave, ask the administrator',
  also: 'joining: a verified outside user; the rest: members of that enterprise',
};
export const ADMINISTERING: Access = {
  actor: 'person',
  may: 'apply to become the administrator, transfer the role, revoke the enterprise’s real name',
  also: 'applying: members; transfer and revocation: the enterprise’s administrator',
};
export const PEOPLE: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'look after the enterprise’s people and data: review joins, give roles, business types and seals, remove',
  also: 'nobody their own; business administrators only the administrator’s to make and change',
};
export const DEPARTMENTS: Access = {
  actor: 'enterprise',
  roles: EMPLOYEE_KEEPERS,
  may: 'see and change the enterprise’s departments: add, rename, move, close them, name who leads them',
};
