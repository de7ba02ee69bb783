import type { GoodsKind, OrderState, RefundKind } from './states.ts';
import { REFUNDABLE_STATES } from './states.ts';

/** What a refund is worth. Copies only move for an order of copies. */
export interface RefundQuote {
  amountFen: number;
  /** Copies that leave the balance with it. */
  copies: number;
}

export interface RefundableOrder {
  state: OrderState;
  goods: GoodsKind;
  /** Copies or pieces of the order. */
  quantity: number;
  /** What was paid and kept; 0 for an order whose money was only given back. */
  paidFen: number;
  /** What was or is being refunded of the payment, and of this order's copies what is still available. */
  refundedFen: number;
  remaining: number;
}

/**
 * What a refund of an order gives: WHOLE asks that nothing was used and nothing was refunded; UNUSED pays for the
 * available copies by the price of one, rounded down to a fen, and never more than the rest of the payment. Null where
 * there is nothing to refund.
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

/** What an invoice may still be over: what was paid without what was or is being refunded. */
export const invoiceable = ({ paidFen, refundedFen }: { paidFen: number; refundedFen: number }): number =>
  Math.max(0, paidFen - refundedFen);
