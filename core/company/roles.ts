import type { Role } from '#core/call.ts';

/**
 * Roles that can be assigned to a member ([6.1], [6.2b]). The enterprise's administrator changes only by transfer or
 * application; legal representative and authorizer derive from the enterprise's real-name verification.
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

/**
 * Roles that only the administrator may grant and revoke, because their holders could otherwise grant them to others.
 */
export const isHighRole = (role: Role): boolean => role === 'ENT_ADMIN' || role === 'BUSINESS_ADMIN';

/**
 * Whether an actor with the roles `mine` may change a member's roles from `theirs` to `wanted` ([6.2a]): a business
 * administrator manages everybody below, the administrator everybody but themself.
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

/** Roles of members whose membership HR cannot end: administrators, those of the real-name verification, and HR itself. */
const ABOVE_ROSTER: readonly Role[] = [
  'ENT_ADMIN',
  'BUSINESS_ADMIN',
  'LEGAL_REPRESENTATIVE',
  'AUTHORIZER',
  'HR',
];

/**
 * Whether HR may end a membership together with the employment that it follows from, by the member's roles. Whether the
 * member is the employee is for the caller to judge.
 */
export const mayLeaveByRoster = (theirs: readonly Role[]): boolean =>
  !theirs.some((role) => ABOVE_ROSTER.includes(role));

/** What an authorization gives, as far as it makes a business administrator. */
export interface Authorization {
  roles: readonly Role[];
  /** Null: all. */
  businessTypes: readonly string[] | null;
}

/**
 * Whether a change of authorizations appoints a business administrator, or gives one further business types: power over the
 * enterprise that outlasts the session in which it was given, so that it takes a second proof of who gives it.
 */
export const isAppointment = (before: Authorization, after: Authorization): boolean =>
  after.roles.includes('BUSINESS_ADMIN') &&
  (!before.roles.includes('BUSINESS_ADMIN') || !isWithin(after.businessTypes, before.businessTypes));

const isWithin = (some: Authorization['businessTypes'], all: Authorization['businessTypes']): boolean =>
  all === null || (some?.every((one) => all.includes(one)) ?? false);
