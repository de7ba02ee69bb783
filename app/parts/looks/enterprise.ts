import type {
  AdminState,
  EnterpriseAuth,
  EnterpriseBusiness,
  EnterpriseEdition,
  JoinState,
} from '#core/company/states.ts';
import type { StateLook } from '../../ui/badge.tsx';

/** How an enterprise and what people ask of it look in each state, on every screen. */

export const ENTERPRISE_AUTH_LOOKS: Record<EnterpriseAuth, StateLook> = {
  UNAUTH: { tone: 'neutral', icon: 'circle' },
  AUTHING: { tone: 'info', icon: 'progress' },
  AUTH: { tone: 'success', icon: 'shield' },
  REVOKE: { tone: 'error', icon: 'ban' },
  PENDING_REAUTH: { tone: 'warning', icon: 'warning' },
  REAUTHING: { tone: 'info', icon: 'progress' },
};

export const BUSINESS_LOOKS: Record<EnterpriseBusiness, StateLook> = {
  ENABLE: { tone: 'success', icon: 'success' },
  PENDING_REVIEW: { tone: 'info', icon: 'hourglass' },
  DISABLE: { tone: 'error', icon: 'ban' },
};

export const EDITION_LOOKS: Record<EnterpriseEdition, StateLook> = {
  STANDARD: { tone: 'neutral', icon: 'circle' },
  BUSINESS: { tone: 'info', icon: 'building' },
};

export const JOIN_LOOKS: Record<JoinState, StateLook> = {
  PENDING: { tone: 'warning', icon: 'hourglass' },
  PASSED: { tone: 'success', icon: 'success' },
  REVOKED: { tone: 'neutral', icon: 'undo' },
  REJECTED: { tone: 'error', icon: 'error' },
};

export const ADMIN_LOOKS: Record<AdminState, StateLook> = {
  TO_APPROVE: { tone: 'warning', icon: 'hourglass' },
  APPROVED: { tone: 'success', icon: 'success' },
  CANCELLED: { tone: 'neutral', icon: 'undo' },
  REJECTED: { tone: 'error', icon: 'error' },
};
