import {
  type GoodsKind,
  OPEN_STATES,
  type OrderEvent,
  type OrderState,
  type PaymentState,
  type ReturnReason,
} from './states.ts';

/** What a payment that arrived does: to the attempt, to the order, and whether the money is given back. */
export interface PaymentVerdict {
  payment: Extract<PaymentState, 'PAID' | 'RETURNED'>;
  /** Null where the order stays as it is. */
  event: OrderEvent | null;
  /** Why the money goes back; null where it is kept. */
  giveBack: ReturnReason | null;
}

/**
 * Judges money that a provider says has arrived for an order. Lateness goes by the state of the order and by no clock:
 * an order is closed only after the provider was asked, so a clock that is behind or ahead decides nothing.
 */
export function judgePayment(
  order: { state: OrderState; goods: GoodsKind; amountFen: number },
  paidFen: number,
): PaymentVerdict {
  if (order.state === 'CLOSED' || order.state === 'REVOKED')
    return { payment: 'RETURNED', event: 'payLate', giveBack: 'LATE' };
  if (!OPEN_STATES.includes(order.state)) return { payment: 'RETURNED', event: null, giveBack: 'TWICE' };
  if (paidFen !== order.amountFen) return { payment: 'RETURNED', event: 'giveBack', giveBack: 'AMOUNT' };
  return { payment: 'PAID', event: order.goods === 'COPIES' ? 'pay' : 'payToShip', giveBack: null };
}
