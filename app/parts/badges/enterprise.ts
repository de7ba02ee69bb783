import type {
  AdminState,
  EnterpriseAuth,
  EnterpriseBusiness,
  EnterpriseEdition,
  JoinState,
} from '#core/company/states.ts';
import type { StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';

/** Looks of the states of enterprises and their applications, for every screen. */

export const ENTERPRISE_AUTH_BADGES: Record<EnterpriseAuth, StateBadge> = {
  UNAUTH: BADGE.none,
  AUTHING: BADGE.running,
  AUTH: BADGE.verified,
  REVOKE: BADGE.barred,
  PENDING_REAUTH: BADGE.caution,
  REAUTHING: BADGE.running,
};

export const BUSINESS_BADGES: Record<EnterpriseBusiness, StateBadge> = {
  ENABLE: BADGE.done,
  PENDING_REVIEW: BADGE.waiting,
  DISABLE: BADGE.barred,
};

export const EDITION_BADGES: Record<EnterpriseEdition, StateBadge> = {
  STANDARD: BADGE.none,
  BUSINESS: { tone: 'info', icon: 'building' },
};

export const JOIN_BADGES: Record<JoinState, StateBadge> = {
  PENDING: BADGE.due,
  PASSED: BADGE.done,
  REVOKED: BADGE.undone,
  REJECTED: BADGE.failed,
};

export const ADMIN_BADGES: Record<AdminState, StateBadge> = {
  TO_APPROVE: BADGE.due,
  APPROVED: BADGE.done,
  CANCELLED: BADGE.undone,
  REJECTED: BADGE.failed,
};
