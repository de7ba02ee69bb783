import type { PaymentProviderName } from '#core/payment/provider-names.ts';

/**
 * A payment provider. Amounts are integers in fen, currency CNY. All methods are idempotent by their numbers. Errors:
 * PAYMENT_UNAVAILABLE if no trustworthy answer arrived in time (retry later: the request may have taken effect),
 * PAYMENT_REFUSED if the provider refused, PAYMENT_ALREADY_PAID if the trade to begin or close has been paid.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /**
   * Requests a QR code; idempotent by `tradeNo`. Throws PAYMENT_REFUSED if that number was used with another amount.
   */
  begin(x: {
    tradeNo: string;
    amountFen: number;
    subject: string;
    expiresAt: Date;
    notifyUrl: string;
  }): Promise<{ qr: string }>;
  /** `unknown`: the provider has no such trade; at Alipay also one whose QR code nobody has scanned yet. */
  ask(tradeNo: string): Promise<PaymentState>;
  /** Takes no payments afterwards, except one in progress: call `ask` again before abandoning the trade. */
  close(tradeNo: string): Promise<void>;
  /**
   * `totalFen` is the total amount of the trade. Retry a failed refund under the same `refundNo`, since it may still be
   * carried out; use a new one only if `isOver`.
   */
  refund(x: {
    tradeNo: string;
    refundNo: string;
    amountFen: number;
    totalFen: number;
    reason: string;
  }): Promise<RefundState>;
  /** `failed` with `why` UNKNOWN: the provider does not know a refund with that number, or not yet. */
  askRefund(x: { tradeNo: string; refundNo: string }): Promise<RefundState>;
  /**
   * Verifies signature, merchant, currency and age of a notification and returns its content. The caller compares the
   * amount with the order. Throws PAYMENT_NOTICE_REFUSED with `why`: signature, age, merchant, currency, form, or
   * `nothing` for a valid one that reports no payment or refund.
   */
  read(request: { headers: Headers; body: string }): Promise<PaymentNotice>;
  /** Response that makes the provider stop or continue repeating a notification. */
  reply(taken: boolean): Response;
  /** The bill of one day (provider's local date, YYYY-MM-DD): every payment and refund. */
  bill(day: string): Promise<BillLine[]>;
}

export type PaymentState = {
  state: 'waiting' | 'paid' | 'closed' | 'unknown';
  providerNo?: string;
  paidFen?: number;
  paidAt?: Date;
};

export type RefundState = {
  state: 'running' | 'done' | 'failed';
  providerRefundNo?: string;
  why?: string;
  /** On failure: the provider closed the number for good and will return no money under it. */
  isOver?: boolean;
};

export type PaymentNotice =
  | { kind: 'payment'; tradeNo: string; providerNo: string; paidFen: number; paidAt: Date }
  | { kind: 'refund'; refundNo: string; tradeNo: string; refundedFen: number; state: 'done' | 'failed' };

export type BillLine = {
  kind: 'payment' | 'refund';
  tradeNo: string;
  refundNo?: string;
  providerNo: string;
  amountFen: number;
  at: Date;
};
