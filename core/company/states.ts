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

/** Business state of an enterprise: members can switch only to an ENABLE one ([4.18a]). */
export const ENTERPRISE_BUSINESS = ['ENABLE', 'PENDING_REVIEW', 'DISABLE'] as const;
export type EnterpriseBusiness = (typeof ENTERPRISE_BUSINESS)[number];

/** Edition of an enterprise: only BUSINESS has template roles and fields ([6.6g]). */
export const ENTERPRISE_EDITIONS = ['STANDARD', 'BUSINESS'] as const;
export type EnterpriseEdition = (typeof ENTERPRISE_EDITIONS)[number];

export const NODE_TYPES = ['ENTERPRISE-ENTERPRISE', 'DEPTMENT'] as const;

/** States of a join application ([4.9a]): REVOKED if the applicant withdraws it. */
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

/** Who decides on an application for administrator: the current one, or the platform if there is none. */
export const ADMIN_APPROVERS = ['ADMINISTRATOR', 'PLATFORM'] as const;

/**
 * Why an enterprise cannot be switched to ([4.18a], [8.19]); null if it can. NOT_ENABLED before NOT_AUTHENTICATED,
 * because only the platform can fix the first.
 */
export function switchProblem(
  business: string,
  auth: string,
): 'ENTERPRISE_NOT_ENABLED' | 'ENTERPRISE_NOT_AUTHENTICATED' | null {
  if (business !== 'ENABLE') return 'ENTERPRISE_NOT_ENABLED';
  return auth === 'AUTH' ? null : 'ENTERPRISE_NOT_AUTHENTICATED';
}

/** States after a real name lapsed: revoked, or to be verified again ([4.8a]). */
export const LAPSED = ['REVOKE', 'PENDING_REAUTH', 'REAUTHING'] as const satisfies EnterpriseAuth[];

/** Events in the log of an enterprise's people. */
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
  'DEPARTMENT_MERGED',
  'MEMBERS_PLACED',
  'API_KEY_MADE',
  'API_KEY_CHANGED',
  'API_KEY_ROTATED',
  'API_KEY_TAKEN_OVER',
  'API_KEY_REVOKED',
  'AUTO_SIGN_OPENED',
  'AUTO_SIGN_ENDED',
  'WEBHOOK_ADDED',
  'WEBHOOK_CHANGED',
  'FIRM_LOGIN_CHANGED',
  'FIRM_LINK_REMOVED',
  'CONTACTS_SAVED',
  'CONTACTS_REMOVED',
  'REMINDERS_SET',
] as const;
export type CompanyRecord = (typeof COMPANY_RECORDS)[number];
