import type { Role } from '#core/call.ts';

/**
 * Roles that can be given to a member ([6.1], [6.2b]). The enterprise's administrator is made by transfer or
 * application only; legal representative and authorizer follow from the enterprise's real name.
 */
export const GIVEN_ROLES = [
  'BUSINESS_ADMIN',
  'SEAL_ADMIN',
  'SEAL_OPERATOR',
  'SIGN_OPERATOR',
  'APPROVER',
  'HR',
  'EMPLOYEE',
] as const satisfies readonly Role[];

/** Whose role only the administrator gives and takes: who holds it could otherwise make their own kind. */
export const isHighRole = (role: Role): boolean => role === 'ENT_ADMIN' || role === 'BUSINESS_ADMIN';

/**
 * Whether somebody with `mine` may change a member who holds `theirs` into one who holds `wanted` ([6.2a]): a business
 * administrator looks after everybody below, the administrator after all but themself.
 */
export function mayChangeRoles(
  mine: readonly Role[],
  theirs: readonly Role[],
  wanted: readonly Role[],
): boolean {
  if (theirs.includes('ENT_ADMIN') || wanted.includes('ENT_ADMIN')) return false;
  if (mine.includes('ENT_ADMIN')) return true;
  return mine.includes('BUSINESS_ADMIN') && ![...theirs, ...wanted].some(isHighRole);
}
