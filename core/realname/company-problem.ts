import type { ErrorName } from '#core/errors.ts';

/** What to say of a company or department that cannot be used ([8.3]); null where nothing is in the way. */
export function companyProblem(
  businessStatus: string,
  authStatus: string,
  nodeType: string = 'ENTERPRISE-ENTERPRISE',
): ErrorName | null {
  const department = nodeType === 'DEPTMENT';
  if (businessStatus === 'DISABLE') return department ? 'DEPARTMENT_DISABLED' : 'COMPANY_DISABLED';
  if (authStatus === 'AUTH') return null;
  return department ? 'DEPARTMENT_AWAITS' : 'COMPANY_AWAITS';
}
