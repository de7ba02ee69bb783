import type {
  GoodsState,
  InvoiceState,
  OrderState,
  PayState,
  RefundState,
  TimelineEvent,
} from '#core/order/states.ts';
import type { StateLook, Tone } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { LOOK } from '../../ui/looks.ts';

export const ORDER_LOOKS: Record<OrderState, StateLook> = {
  TO_PAY: LOOK.ending,
  PAYING: LOOK.running,
  TO_SHIP: LOOK.waiting,
  SHIPPED: { tone: 'info', icon: 'send' },
  CONFIRMED: { tone: 'success', icon: 'check' },
  COMPLETED: LOOK.done,
  REFUNDING: { tone: 'warning', icon: 'undo' },
  RETURNED: { tone: 'warning', icon: 'undo' },
  REFUNDED: LOOK.undone,
  CLOSED: LOOK.off,
  REVOKED: LOOK.off,
};

export const PAY_LOOKS: Record<PayState, StateLook> = {
  UNPAID: LOOK.none,
  PAYING: LOOK.running,
  PAID: LOOK.done,
};

export const GOODS_LOOKS: Record<GoodsState, StateLook> = {
  NONE: LOOK.none,
  TO_SHIP: LOOK.waiting,
  SHIPPED: { tone: 'info', icon: 'send' },
  CONFIRMED: { tone: 'success', icon: 'check' },
  DELIVERED: LOOK.done,
  RETURNED: LOOK.undone,
  TAKEN_BACK: LOOK.undone,
};

export const INVOICE_LOOKS: Record<InvoiceState, StateLook> = {
  NOT_ISSUED: LOOK.none,
  APPLIED: { tone: 'info', icon: 'clock' },
  ISSUING: LOOK.running,
  ISSUED: LOOK.done,
  FAILED: LOOK.failed,
  CANCELLED: LOOK.off,
};

export const REFUND_LOOKS: Record<RefundState, StateLook> = {
  REQUESTED: LOOK.ending,
  RUNNING: LOOK.running,
  DONE: LOOK.done,
  FAILED: LOOK.failed,
  REJECTED: LOOK.off,
  WITHDRAWN: LOOK.undone,
};

const GOOD: { icon: IconName; tone: Tone } = { icon: 'success', tone: 'success' };
const BACK: { icon: IconName; tone: Tone } = { icon: 'undo', tone: 'neutral' };

/** Icon and tone of each event in an order's timeline. */
export const EVENT_LOOKS: Record<TimelineEvent, { icon: IconName; tone: Tone }> = {
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
