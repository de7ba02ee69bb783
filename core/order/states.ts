import { type Machine, statesThatAllow } from '#core/machine.ts';

/** Kinds of goods. Copies are credited automatically on payment; UKeys are shipped. */
export const GOODS_KINDS = ['COPIES', 'UKEY'] as const;
export type GoodsKind = (typeof GOODS_KINDS)[number];

export const ORDER_STATES = [
  'TO_PAY',
  'PAYING',
  'TO_SHIP',
  'SHIPPED',
  'CONFIRMED',
  'COMPLETED',
  'REFUNDING',
  'RETURNED',
  'REFUNDED',
  'CLOSED',
  'REVOKED',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** States to which a rejected or withdrawn refund returns: those in which a refund can be requested. */
export const REFUNDABLE_STATES = ['COMPLETED', 'TO_SHIP', 'SHIPPED', 'CONFIRMED', 'REFUNDED'] as const;
export type RefundableState = (typeof REFUNDABLE_STATES)[number];

export const ORDER_EVENTS = [
  'begin',
  'giveBack',
  'pay',
  'payToShip',
  'expire',
  'revoke',
  'payLate',
  'ship',
  'confirm',
  'complete',
  'refund',
  'receive',
  'refundDone',
  'keepCOMPLETED',
  'keepTO_SHIP',
  'keepSHIPPED',
  'keepCONFIRMED',
  'keepREFUNDED',
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/**
 * An order as one state; pay and goods status are derived from it, so they cannot contradict it.
 *
 * - `begin`: a QR code was requested. `giveBack`: a payment of the wrong amount is refunded; the buyer may pay again.
 * - `pay`, `payToShip`: the payment arrived, for goods that are credited automatically and for goods that are shipped.
 * - `expire`: the time to pay is over. `revoke`: the buyer cancelled the order before paying.
 * - `payLate`: a payment arrived for an expired or cancelled order; it is refunded automatically.
 * - `refund`: a refund was requested. `keep…`: it was rejected or withdrawn; the order returns to its previous state.
 *   A partial refund leads to REFUNDED, from which the rest can be refunded.
 */
export const ORDER_MACHINE: Machine<OrderState, OrderEvent> = {
  initial: 'TO_PAY',
  transitions: {
    TO_PAY: {
      begin: 'PAYING',
      pay: 'COMPLETED',
      payToShip: 'TO_SHIP',
      giveBack: 'TO_PAY',
      expire: 'CLOSED',
      revoke: 'REVOKED',
    },
    PAYING: {
      begin: 'PAYING',
      pay: 'COMPLETED',
      payToShip: 'TO_SHIP',
      giveBack: 'TO_PAY',
      expire: 'CLOSED',
      revoke: 'REVOKED',
    },
    TO_SHIP: { ship: 'SHIPPED', refund: 'REFUNDING' },
    SHIPPED: { confirm: 'CONFIRMED', refund: 'REFUNDING' },
    CONFIRMED: { complete: 'COMPLETED', refund: 'REFUNDING' },
    COMPLETED: { refund: 'REFUNDING' },
    REFUNDING: {
      receive: 'RETURNED',
      refundDone: 'REFUNDED',
      keepCOMPLETED: 'COMPLETED',
      keepTO_SHIP: 'TO_SHIP',
      keepSHIPPED: 'SHIPPED',
      keepCONFIRMED: 'CONFIRMED',
      keepREFUNDED: 'REFUNDED',
    },
    RETURNED: { refundDone: 'REFUNDED' },
    REFUNDED: { refund: 'REFUNDING' },
    CLOSED: { payLate: 'REFUNDING' },
    REVOKED: { payLate: 'REFUNDING' },
  },
};

/** The event that returns an order to the state in which its refund was requested. */
export const keeping = (before: RefundableState): OrderEvent => `keep${before}`;

/** States of an order that awaits payment. */
export const OPEN_STATES = statesThatAllow(ORDER_MACHINE, 'expire');

export const PAY_STATES = ['UNPAID', 'PAYING', 'PAID'] as const;
export type PayState = (typeof PAY_STATES)[number];

const PAY_STATE: Record<OrderState, PayState> = {
  TO_PAY: 'UNPAID',
  PAYING: 'PAYING',
  TO_SHIP: 'PAID',
  SHIPPED: 'PAID',
  CONFIRMED: 'PAID',
  COMPLETED: 'PAID',
  REFUNDING: 'PAID',
  RETURNED: 'PAID',
  REFUNDED: 'PAID',
  CLOSED: 'UNPAID',
  REVOKED: 'UNPAID',
};

export const payStateOf = (state: OrderState): PayState => PAY_STATE[state];
/** The order states with a pay status, for queries. */
export const statesPaid = (pay: PayState): OrderState[] =>
  ORDER_STATES.filter((state) => PAY_STATE[state] === pay);

/** NONE: nothing was delivered. DELIVERED: copies were credited. TAKEN_BACK: unused copies were deducted again. */
export const GOODS_STATES = [
  'NONE',
  'TO_SHIP',
  'SHIPPED',
  'CONFIRMED',
  'DELIVERED',
  'RETURNED',
  'TAKEN_BACK',
] as const;
export type GoodsState = (typeof GOODS_STATES)[number];

/** Facts about an order's goods; times in epoch ms, null if the event has not happened. */
export interface GoodsFacts {
  kind: GoodsKind;
  state: OrderState;
  deliveredAt: number | null;
  shippedAt: number | null;
  confirmedAt: number | null;
  returnedAt: number | null;
}

/** Goods status of an order, derived from its state and the delivery facts. */
export function goodsStateOf(order: GoodsFacts): GoodsState {
  if (order.kind === 'COPIES') {
    if (order.deliveredAt === null) return 'NONE';
    return order.state === 'REFUNDED' ? 'TAKEN_BACK' : 'DELIVERED';
  }
  if (order.returnedAt !== null) return 'RETURNED';
  if (order.confirmedAt !== null) return 'CONFIRMED';
  if (order.shippedAt !== null) return 'SHIPPED';
  return order.state === 'TO_SHIP' || order.state === 'REFUNDING' ? 'TO_SHIP' : 'NONE';
}

/** States of a payment attempt. RETURNED: the payment arrived and is refunded. */
export const PAYMENT_STATES = ['WAITING', 'PAID', 'RETURNED', 'CLOSED'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Why a received payment is refunded automatically. */
export const RETURN_REASONS = ['LATE', 'TWICE', 'AMOUNT'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

export const REFUND_KINDS = ['WHOLE', 'UNUSED', 'RETURN'] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

export const REFUND_STATES = ['REQUESTED', 'RUNNING', 'DONE', 'FAILED', 'REJECTED', 'WITHDRAWN'] as const;
export type RefundState = (typeof REFUND_STATES)[number];
export type RefundEvent = 'approve' | 'reject' | 'withdraw' | 'succeed' | 'fail' | 'retry';

export const REFUND_MACHINE: Machine<RefundState, RefundEvent> = {
  initial: 'REQUESTED',
  transitions: {
    REQUESTED: { approve: 'RUNNING', reject: 'REJECTED', withdraw: 'WITHDRAWN' },
    RUNNING: { succeed: 'DONE', fail: 'FAILED' },
    // The provider may report success after reporting failure.
    FAILED: { retry: 'RUNNING', succeed: 'DONE' },
    DONE: {},
    REJECTED: {},
    WITHDRAWN: {},
  },
};

export const INVOICE_STATES = ['NOT_ISSUED', 'APPLIED', 'ISSUING', 'ISSUED', 'FAILED', 'CANCELLED'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];
export type InvoiceEvent = 'apply' | 'begin' | 'succeed' | 'fail' | 'cancel';

/** Invoice status of an order. CANCELLED: withdrawn before it was issued, or reversed by a red invoice. */
export const INVOICE_MACHINE: Machine<InvoiceState, InvoiceEvent> = {
  initial: 'NOT_ISSUED',
  transitions: {
    NOT_ISSUED: { apply: 'APPLIED' },
    APPLIED: { begin: 'ISSUING', cancel: 'CANCELLED' },
    ISSUING: { succeed: 'ISSUED', fail: 'FAILED' },
    ISSUED: { cancel: 'CANCELLED' },
    FAILED: { begin: 'ISSUING', cancel: 'CANCELLED' },
    CANCELLED: { apply: 'APPLIED' },
  },
};

export const INVOICE_TYPES = ['NORMAL', 'SPECIAL'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** Events on an order's timeline: those of its state machine, and others. */
export const TIMELINE_EVENTS = [
  ...ORDER_EVENTS,
  'place',
  'returnTwice',
  'refundApproved',
  'refundFailed',
  'refundRetried',
  'returnDone',
  'invoiceApplied',
  'invoiceIssued',
  'invoiceFailed',
  'invoiceCancelled',
] as const;
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number];
