import type { CertificateListRow } from '#core/certificate/calls.ts';
import type { ItemState, OrderState } from '#core/certificate/states.ts';
import type { StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';

/** Badge of each state of an order. */
export const ORDER_BADGES: Record<OrderState, StateBadge> = {
  IN_PROGRESS: BADGE.running,
  COMPLETED: BADGE.done,
  REVOKED: BADGE.undone,
  REJECTED: BADGE.failed,
  NO_SCHEDULED_PULL: BADGE.due,
  TERMINATED: BADGE.barred,
};

export const ITEM_BADGES: Record<ItemState, StateBadge> = {
  WAITING: BADGE.running,
  ISSUED: BADGE.done,
  REJECTED: BADGE.off,
};

/** Combined state of a certificate: the state of its renewal if there is one, otherwise its own. */
export const stateOf = ({ update, certificateStatus }: CertificateListRow) =>
  update !== 'NONE' ? update : certificateStatus === 'SUCCESS' ? 'GOOD' : certificateStatus;

export const CERTIFICATE_BADGES: Record<ReturnType<typeof stateOf>, StateBadge> = {
  GOOD: BADGE.done,
  TO_UPDATE: BADGE.ending,
  UPDATING: BADGE.running,
  EXPIRED: BADGE.failed,
  NOT_APPLIED: BADGE.none,
  APPLYING: BADGE.running,
  FAILED: BADGE.failed,
};
