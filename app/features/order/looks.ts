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

export const ORDER_LOOKS: Record<OrderState, StateLook> = {
  TO_PAY: { tone: 'warning', icon: 'clock' },
  PAYING: { tone: 'info', icon: 'progress' },
  TO_SHIP: { tone: 'info', icon: 'hourglass' },
  SHIPPED: { tone: 'info', icon: 'send' },
  CONFIRMED: { tone: 'success', icon: 'check' },
  COMPLETED: { tone: 'success', icon: 'success' },
  REFUNDING: { tone: 'warning', icon: 'undo' },
  RETURNED: { tone: 'warning', icon: 'undo' },
  REFUNDED: { tone: 'neutral', icon: 'undo' },
  CLOSED: { tone: 'neutral', icon: 'ban' },
  REVOKED: { tone: 'neutral', icon: 'ban' },
};

export const PAY_LOOKS: Record<PayState, StateLook> = {
  UNPAID: { tone: 'neutral', icon: 'circle' },
  PAYING: { tone: 'info', icon: 'progress' },
  PAID: { tone: 'success', icon: 'success' },
};

export const GOODS_LOOKS: Record<GoodsState, StateLook> = {
  NONE: { tone: 'neutral', icon: 'circle' },
  TO_SHIP: { tone: 'info', icon: 'hourglass' },
  SHIPPED: { tone: 'info', icon: 'send' },
  CONFIRMED: { tone: 'success', icon: 'check' },
  DELIVERED: { tone: 'success', icon: 'success' },
  RETURNED: { tone: 'neutral', icon: 'undo' },
  TAKEN_BACK: { tone: 'neutral', icon: 'undo' },
};

export const INVOICE_LOOKS: Record<InvoiceState, StateLook> = {
  NOT_ISSUED: { tone: 'neutral', icon: 'circle' },
  APPLIED: { tone: 'info', icon: 'clock' },
  ISSUING: { tone: 'info', icon: 'progress' },
  ISSUED: { tone: 'success', icon: 'success' },
  FAILED: { tone: 'error', icon: 'error' },
  CANCELLED: { tone: 'neutral', icon: 'ban' },
};

export const REFUND_LOOKS: Record<RefundState, StateLook> = {
  REQUESTED: { tone: 'warning', icon: 'clock' },
  RUNNING: { tone: 'info', icon: 'progress' },
  DONE: { tone: 'success', icon: 'success' },
  FAILED: { tone: 'error', icon: 'error' },
  REJECTED: { tone: 'neutral', icon: 'ban' },
  WITHDRAWN: { tone: 'neutral', icon: 'undo' },
};

const GOOD: { icon: IconName; tone: Tone } = { icon: 'success', tone: 'success' };
const BACK: { icon: IconName; tone: Tone } = { icon: 'undo', tone: 'neutral' };

/** How a line of an order's timeline looks. */
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
