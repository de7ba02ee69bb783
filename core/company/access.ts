import type { Access } from '#core/call.ts';
import { CONSOLE, EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';

export const JOINING: Access = {
  actor: 'person',
  may: 'apply to join an enterprise, withdraw the application, leave, see contact persons',
  also: 'joining: only verified OUTSIDE users; the rest: only members of that enterprise',
};
export const ADMINISTERING: Access = {
  actor: 'person',
  may: 'apply to become the administrator, transfer the role, revoke the enterprise’s real name',
  also: 'applying: only members; transfer and revocation: only the enterprise’s administrator; transfer: with the signing password or a code to their mobile',
};
export const PEOPLE: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'manage the enterprise’s members: review applications to join, grant roles, business types and seals, remove members',
  also: 'never their own authorizations; only the administrator appoints and changes business administrators, with the signing password or a code to their mobile, and not by single sign-on',
};
export const DEPARTMENTS: Access = {
  actor: 'enterprise',
  roles: EMPLOYEE_KEEPERS,
  may: 'see and manage the enterprise’s departments: add, rename, move, merge and remove them, appoint their heads',
};
