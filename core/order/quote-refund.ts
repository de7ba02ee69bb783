import type { GoodsKind, OrderState, RefundKind } from './states.ts';
import { REFUNDABLE_STATES } from './states.ts';

/** Value of a refund. Copies only change for an order of copies. */
export interface RefundQuote {
  amountFen: number;
  /** Copies deducted from the balance. */
  copies: number;
}

export interface RefundableOrder {
  state: OrderState;
  goods: GoodsKind;
  /** Copies or pieces of the order. */
  quantity: number;
  /** Amount paid and kept; 0 for an order whose payment was only returned. */
  paidFen: number;
  /** Amount refunded or being refunded, and the number of this order's copies that are still available. */
  refundedFen: number;
  remaining: number;
}

/**
 * Calculates a refund of an order: WHOLE requires that nothing was used and nothing was refunded; UNUSED refunds the
 * available copies at the unit price, rounded down to a fen, and at most the rest of the payment. Null if there is
 * nothing to refund.
 */
export function quoteRefund(order: RefundableOrder, kind: Exclude<RefundKind, 'RETURN'>): RefundQuote | null {
  if (!REFUNDABLE_STATES.some((state) => state === order.state)) return null;
  const rest = order.paidFen - order.refundedFen;
  if (rest <= 0) return null;
  if (kind === 'WHOLE') {
    if (order.refundedFen > 0 || (order.goods === 'COPIES' && order.remaining !== order.quantity))
      return null;
    return { amountFen: rest, copies: order.goods === 'COPIES' ? order.quantity : 0 };
  }
  if (order.goods !== 'COPIES' || order.remaining === 0) return null;
  const worth = Number((BigInt(order.paidFen) * BigInt(order.remaining)) / BigInt(order.quantity));
  const amountFen = Math.min(worth, rest);
  return amountFen > 0 ? { amountFen, copies: order.remaining } : null;
}

/** Amount that can still be invoiced: paid less refunded or being refunded. */
export const invoiceable = ({ paidFen, refundedFen }: { paidFen: number; refundedFen: number }): number =>
  Math.max(0, paidFen - refundedFen);
