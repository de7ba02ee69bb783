import type { Role } from '#core/call.ts';
import { EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';

/** A member of an enterprise as input of the directory's rule. `departmentId` is empty if they belong to none. */
export interface DirectoryMember {
  accountId: string;
  departmentId: string;
}
/** A department with the account of its head; empty if there is none. */
export interface DirectoryDepartment {
  id: string;
  parentId: string;
  headId: string;
}

/**
 * Decides whose number and address a member sees in full in the enterprise's directory: their own; everybody's if they
 * manage people; those of their own department; those below a department that they head; and those of the heads above
 * them. For others the number is masked and the address hidden. Returns the rule for one viewer.
 */
export function sightOf(
  viewer: DirectoryMember & { roles: readonly Role[] },
  departments: readonly DirectoryDepartment[],
): (person: DirectoryMember) => boolean {
  const keepers: readonly Role[] = ['ENT_ADMIN', ...EMPLOYEE_KEEPERS];
  if (viewer.roles.some((role) => keepers.includes(role))) return () => true;
  const byId = new Map(departments.map((one) => [one.id, one]));
  /** Accounts of the heads of the department and those above it. */
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
