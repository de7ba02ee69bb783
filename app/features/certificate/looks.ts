import type { CertificateListRow } from '#core/certificate/calls.ts';
import type { ItemState, OrderState } from '#core/certificate/states.ts';
import type { StateLook } from '../../ui/badge.tsx';

/** How each state of an order looks. */
export const ORDER_LOOKS: Record<OrderState, StateLook> = {
  IN_PROGRESS: { tone: 'info', icon: 'progress' },
  COMPLETED: { tone: 'success', icon: 'success' },
  REVOKED: { tone: 'neutral', icon: 'undo' },
  REJECTED: { tone: 'error', icon: 'error' },
  NO_SCHEDULED_PULL: { tone: 'warning', icon: 'hourglass' },
  TERMINATED: { tone: 'error', icon: 'ban' },
};

export const ITEM_LOOKS: Record<ItemState, StateLook> = {
  WAITING: { tone: 'info', icon: 'progress' },
  ISSUED: { tone: 'success', icon: 'success' },
  REJECTED: { tone: 'neutral', icon: 'ban' },
};

/** One word for a certificate: its renewal where there is one, else whether it is good. */
export const stateOf = ({ update, certificateStatus }: CertificateListRow) =>
  update !== 'NONE' ? update : certificateStatus === 'SUCCESS' ? 'GOOD' : certificateStatus;

export const CERTIFICATE_LOOKS: Record<ReturnType<typeof stateOf>, StateLook> = {
  GOOD: { tone: 'success', icon: 'success' },
  TO_UPDATE: { tone: 'warning', icon: 'clock' },
  UPDATING: { tone: 'info', icon: 'progress' },
  EXPIRED: { tone: 'error', icon: 'error' },
  NOT_APPLIED: { tone: 'neutral', icon: 'circle' },
  APPLYING: { tone: 'info', icon: 'progress' },
  FAILED: { tone: 'error', icon: 'error' },
};
