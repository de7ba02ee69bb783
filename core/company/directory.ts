import type { Role } from '#core/call.ts';
import { EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';

/** Somebody of an enterprise, as the rule of its directory knows them. `departmentId` is empty where they are in none. */
export interface DirectoryMember {
  accountId: string;
  departmentId: string;
}
/** A department, with the account of whoever leads it; empty where nobody does. */
export interface DirectoryDepartment {
  id: string;
  parentId: string;
  headId: string;
}

/**
 * Whose number and address a member sees whole in the directory of the enterprise: their own; everybody's, where they look
 * after people; those of their own department; of all below a department that they lead; and of whoever leads a department
 * above them. Everybody else's number is masked, and the address is not shown. Returns the rule for one viewer.
 */
export function sightOf(
  viewer: DirectoryMember & { roles: readonly Role[] },
  departments: readonly DirectoryDepartment[],
): (person: DirectoryMember) => boolean {
  const keepers: readonly Role[] = ['ENT_ADMIN', ...EMPLOYEE_KEEPERS];
  if (viewer.roles.some((role) => keepers.includes(role))) return () => true;
  const byId = new Map(departments.map((one) => [one.id, one]));
  /** Accounts that lead the department or one above it. */
  const leadersOf = (departmentId: string): Set<string> => {
    const leaders = new Set<string>();
    const seen = new Set<string>();
    for (let at = byId.get(departmentId); at && !seen.has(at.id); at = byId.get(at.parentId)) {
      seen.add(at.id);
      if (at.headId !== '') leaders.add(at.headId);
    }
    return leaders;
  };
  const known = new Map<string, Set<string>>();
  const leaders = (departmentId: string) => {
    const found = known.get(departmentId) ?? leadersOf(departmentId);
    known.set(departmentId, found);
    return found;
  };
  const own = leaders(viewer.departmentId);
  return (person) =>
    person.accountId === viewer.accountId ||
    (viewer.departmentId !== '' && person.departmentId === viewer.departmentId) ||
    own.has(person.accountId) ||
    leaders(person.departmentId).has(viewer.accountId);
}
