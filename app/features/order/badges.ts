import type {
  GoodsState,
  InvoiceState,
  OrderState,
  PayState,
  RefundState,
  TimelineEvent,
} from '#core/order/states.ts';
import type { StateBadge, Tone } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import type { IconName } from '../../ui/icon.tsx';

export const ORDER_BADGES: Record<OrderState, StateBadge> = {
  TO_PAY: BADGE.ending,
  PAYING: BADGE.running,
  TO_SHIP: BADGE.waiting,
  SHIPPED: { tone: 'info', icon: 'send' },
  CONFIRMED: { tone: 'success', icon: 'check' },
  COMPLETED: BADGE.done,
  REFUNDING: { tone: 'warning', icon: 'undo' },
  RETURNED: { tone: 'warning', icon: 'undo' },
  REFUNDED: BADGE.undone,
  CLOSED: BADGE.off,
  REVOKED: BADGE.off,
};

export const PAY_BADGES: Record<PayState, StateBadge> = {
  UNPAID: BADGE.none,
  PAYING: BADGE.running,
  PAID: BADGE.done,
};

export const GOODS_BADGES: Record<GoodsState, StateBadge> = {
  NONE: BADGE.none,
  TO_SHIP: BADGE.waiting,
  SHIPPED: { tone: 'info', icon: 'send' },
  CONFIRMED: { tone: 'success', icon: 'check' },
  DELIVERED: BADGE.done,
  RETURNED: BADGE.undone,
  TAKEN_BACK: BADGE.undone,
};

export const INVOICE_BADGES: Record<InvoiceState, StateBadge> = {
  NOT_ISSUED: BADGE.none,
  APPLIED: { tone: 'info', icon: 'clock' },
  ISSUING: BADGE.running,
  ISSUED: BADGE.done,
  FAILED: BADGE.failed,
  CANCELLED: BADGE.off,
};

export const REFUND_BADGES: Record<RefundState, StateBadge> = {
  REQUESTED: BADGE.ending,
  RUNNING: BADGE.running,
  DONE: BADGE.done,
  FAILED: BADGE.failed,
  REJECTED: BADGE.off,
  WITHDRAWN: BADGE.undone,
};

const GOOD: { icon: IconName; tone: Tone } = { icon: 'success', tone: 'success' };
const BACK: { icon: IconName; tone: Tone } = { icon: 'undo', tone: 'neutral' };

/** Icon and tone of each event in an order's timeline. */
export const EVENT_BADGES: Record<TimelineEvent, { icon: IconName; tone: Tone }> = {
  place: { icon: 'card', tone: 'info' },
  begin: { icon: 'qr', tone: 'neutral' },
  giveBack: { icon: 'warning', tone: 'warning' },
  pay: GOOD,
  payToShip: GOOD,
  expire: { icon: 'clock', tone: 'neutral' },
  revoke: { icon: 'ban', tone: 'neutral' },
  payLate: { icon: 'warning', tone: 'warning' },
  returnTwice: { icon: 'warning', tone: 'warning' },
  returnDone: BACK,
  ship: { icon: 'send', tone: 'info' },
  confirm: { icon: 'check', tone: 'success' },
  complete: GOOD,
  refund: { icon: 'undo', tone: 'warning' },
  refundApproved: { icon: 'check', tone: 'info' },
  refundFailed: { icon: 'error', tone: 'error' },
  refundRetried: { icon: 'refresh', tone: 'neutral' },
  refundDone: { icon: 'success', tone: 'success' },
  receive: BACK,
  keepCOMPLETED: BACK,
  keepTO_SHIP: BACK,
  keepSHIPPED: BACK,
  keepCONFIRMED: BACK,
  keepREFUNDED: BACK,
  invoiceApplied: { icon: 'contract', tone: 'neutral' },
  invoiceIssued: { icon: 'contract-signed', tone: 'success' },
  invoiceFailed: { icon: 'error', tone: 'error' },
  invoiceCancelled: { icon: 'ban', tone: 'neutral' },
};
