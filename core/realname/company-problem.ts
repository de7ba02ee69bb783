import type { ErrorName } from '#core/errors.ts';

/** The error for a company or department that cannot be used ([8.3]); null if it can. */
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
