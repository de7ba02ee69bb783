import {
  type GoodsKind,
  OPEN_STATES,
  type OrderEvent,
  type OrderState,
  type PaymentState,
  type ReturnReason,
} from './states.ts';

/** Effect of a received payment: on the attempt, on the order, and whether it is refunded. */
export interface PaymentVerdict {
  payment: Extract<PaymentState, 'PAID' | 'RETURNED'>;
  /** Null if the order stays unchanged. */
  event: OrderEvent | null;
  /** Why the money is returned; null if it is kept. */
  giveBack: ReturnReason | null;
}

/**
 * Decides about a payment that a provider reports for an order. Whether it is late depends on the order's state, never
 * on a clock: an order is closed only after querying the provider, so clock skew has no effect.
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
