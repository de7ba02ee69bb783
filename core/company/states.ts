import type { Machine } from '#core/machine.ts';

/** Real-name state of an enterprise ([4.8a]). */
export const ENTERPRISE_AUTH = [
  'UNAUTH',
  'AUTHING',
  'AUTH',
  'REVOKE',
  'PENDING_REAUTH',
  'REAUTHING',
] as const;
export type EnterpriseAuth = (typeof ENTERPRISE_AUTH)[number];

/** Business state of an enterprise: only ENABLE may be switched into ([4.18a]). */
export const ENTERPRISE_BUSINESS = ['ENABLE', 'PENDING_REVIEW', 'DISABLE'] as const;
export type EnterpriseBusiness = (typeof ENTERPRISE_BUSINESS)[number];

/** Edition of an enterprise: only BUSINESS has roles and fields of templates ([6.6g]). */
export const ENTERPRISE_EDITIONS = ['STANDARD', 'BUSINESS'] as const;
export type EnterpriseEdition = (typeof ENTERPRISE_EDITIONS)[number];

export const NODE_TYPES = ['ENTERPRISE-ENTERPRISE', 'DEPTMENT'] as const;

/** A join application ([4.9a]): REVOKED when the applicant takes it back. */
export const JOIN_STATES = ['PENDING', 'PASSED', 'REVOKED', 'REJECTED'] as const;
export type JoinState = (typeof JOIN_STATES)[number];
export type JoinEvent = 'pass' | 'reject' | 'withdraw';

export const JOIN_MACHINE: Machine<JoinState, JoinEvent> = {
  initial: 'PENDING',
  transitions: {
    PENDING: { pass: 'PASSED', reject: 'REJECTED', withdraw: 'REVOKED' },
    PASSED: {},
    REVOKED: {},
    REJECTED: {},
  },
};

/** An application to become the administrator ([4.9b]). */
export const ADMIN_STATES = ['TO_APPROVE', 'APPROVED', 'CANCELLED', 'REJECTED'] as const;
export type AdminState = (typeof ADMIN_STATES)[number];
export type AdminEvent = 'approve' | 'reject' | 'cancel';

export const ADMIN_MACHINE: Machine<AdminState, AdminEvent> = {
  initial: 'TO_APPROVE',
  transitions: {
    TO_APPROVE: { approve: 'APPROVED', reject: 'REJECTED', cancel: 'CANCELLED' },
    APPROVED: {},
    CANCELLED: {},
    REJECTED: {},
  },
};

/** Who decides on an application for administrator: the one there is, or the platform where there is none. */
export const ADMIN_APPROVERS = ['ADMINISTRATOR', 'PLATFORM'] as const;

/**
 * Why an enterprise cannot be switched into ([4.18a], [8.19]): NOT_ENABLED before NOT_AUTHENTICATED, because only the
 * platform can do something about the first. Null where it can.
 */
export function switchProblem(
  business: string,
  auth: string,
): 'ENTERPRISE_NOT_ENABLED' | 'ENTERPRISE_NOT_AUTHENTICATED' | null {
  if (business !== 'ENABLE') return 'ENTERPRISE_NOT_ENABLED';
  return auth === 'AUTH' ? null : 'ENTERPRISE_NOT_AUTHENTICATED';
}

/** It had a real name and has none to act under now: revoked, or to be proved again ([4.8a]). */
export const LAPSED = ['REVOKE', 'PENDING_REAUTH', 'REAUTHING'] as const satisfies EnterpriseAuth[];

/** What the record of an enterprise's people holds. */
export const COMPANY_RECORDS = [
  'JOIN_APPLIED',
  'JOIN_WITHDRAWN',
  'JOIN_PASSED',
  'JOIN_REJECTED',
  'MEMBER_CHANGED',
  'MEMBER_REMOVED',
  'MEMBER_LEFT',
  'ADMIN_APPLIED',
  'ADMIN_CANCELLED',
  'ADMIN_APPROVED',
  'ADMIN_REJECTED',
  'ADMIN_TRANSFERRED',
  'ADMIN_CONTACT_SHOWN',
  'AUTH_REVOKED',
  'DEPARTMENT_ADDED',
  'DEPARTMENT_RENAMED',
  'DEPARTMENT_MOVED',
  'DEPARTMENT_HEADED',
  'DEPARTMENT_CLOSED',
  'MEMBERS_PLACED',
  'API_KEY_MADE',
  'API_KEY_CHANGED',
  'API_KEY_ROTATED',
  'API_KEY_TAKEN_OVER',
  'API_KEY_REVOKED',
  'WEBHOOK_ADDED',
  'WEBHOOK_CHANGED',
] as const;
export type CompanyRecord = (typeof COMPANY_RECORDS)[number];
