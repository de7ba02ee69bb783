import type {
  AdminState,
  EnterpriseAuth,
  EnterpriseBusiness,
  EnterpriseEdition,
  JoinState,
} from '#core/company/states.ts';
import type { StateLook } from '../../ui/badge.tsx';
import { LOOK } from '../../ui/looks.ts';

/** Looks of the states of enterprises and their applications, for every screen. */

export const ENTERPRISE_AUTH_LOOKS: Record<EnterpriseAuth, StateLook> = {
  UNAUTH: LOOK.none,
  AUTHING: LOOK.running,
  AUTH: LOOK.verified,
  REVOKE: LOOK.barred,
  PENDING_REAUTH: LOOK.caution,
  REAUTHING: LOOK.running,
};

export const BUSINESS_LOOKS: Record<EnterpriseBusiness, StateLook> = {
  ENABLE: LOOK.done,
  PENDING_REVIEW: LOOK.waiting,
  DISABLE: LOOK.barred,
};

export const EDITION_LOOKS: Record<EnterpriseEdition, StateLook> = {
  STANDARD: LOOK.none,
  BUSINESS: { tone: 'info', icon: 'building' },
};

export const JOIN_LOOKS: Record<JoinState, StateLook> = {
  PENDING: LOOK.due,
  PASSED: LOOK.done,
  REVOKED: LOOK.undone,
  REJECTED: LOOK.failed,
};

export const ADMIN_LOOKS: Record<AdminState, StateLook> = {
  TO_APPROVE: LOOK.due,
  APPROVED: LOOK.done,
  CANCELLED: LOOK.undone,
  REJECTED: LOOK.failed,
};
