import type { CertificateListRow } from '#core/certificate/calls.ts';
import type { ItemState, OrderState } from '#core/certificate/states.ts';
import type { StateLook } from '../../ui/badge.tsx';
import { LOOK } from '../../ui/looks.ts';

/** Badge of each state of an order. */
export const ORDER_LOOKS: Record<OrderState, StateLook> = {
  IN_PROGRESS: LOOK.running,
  COMPLETED: LOOK.done,
  REVOKED: LOOK.undone,
  REJECTED: LOOK.failed,
  NO_SCHEDULED_PULL: LOOK.due,
  TERMINATED: LOOK.barred,
};

export const ITEM_LOOKS: Record<ItemState, StateLook> = {
  WAITING: LOOK.running,
  ISSUED: LOOK.done,
  REJECTED: LOOK.off,
};

/** Combined state of a certificate: the state of its renewal if there is one, otherwise its own. */
export const stateOf = ({ update, certificateStatus }: CertificateListRow) =>
  update !== 'NONE' ? update : certificateStatus === 'SUCCESS' ? 'GOOD' : certificateStatus;

export const CERTIFICATE_LOOKS: Record<ReturnType<typeof stateOf>, StateLook> = {
  GOOD: LOOK.done,
  TO_UPDATE: LOOK.ending,
  UPDATING: LOOK.running,
  EXPIRED: LOOK.failed,
  NOT_APPLIED: LOOK.none,
  APPLYING: LOOK.running,
  FAILED: LOOK.failed,
};
