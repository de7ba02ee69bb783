import type { PaymentProviderName } from '#core/payment/provider-names.ts';

/**
 * One payment provider. Amounts are integers in fen, currency CNY. Every method may be repeated with the same numbers and
 * then has one effect. Errors: PAYMENT_UNAVAILABLE where nothing trustworthy was answered in time (ask again later: the
 * request may have had its effect), PAYMENT_REFUSED where the provider said no, PAYMENT_ALREADY_PAID where a trade that
 * is to be begun or closed has been paid.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** Asks for a QR: idempotent by `tradeNo`. Throws PAYMENT_REFUSED where that number was begun with another amount. */
  begin(x: {
    tradeNo: string;
    amountFen: number;
    subject: string;
    expiresAt: Date;
    notifyUrl: string;
  }): Promise<{ qr: string }>;
  /** `unknown`: the provider has no such trade; with Alipay also one whose QR nobody has scanned yet. */
  ask(tradeNo: string): Promise<PaymentState>;
  /** No payment is taken afterwards, but for one under way at that moment: `ask` again before giving the trade up. */
  close(tradeNo: string): Promise<void>;
  /**
   * `totalFen` is what the trade was for. One that failed is tried again under the same `refundNo`, since it may still be carried
   * out; under a new one only where `isOver`.
   */
  refund(x: {
    tradeNo: string;
    refundNo: string;
    amountFen: number;
    totalFen: number;
    reason: string;
  }): Promise<RefundState>;
  /** `failed` with `why` UNKNOWN: the provider knows of no refund under that number, or does not yet. */
  askRefund(x: { tradeNo: string; refundNo: string }): Promise<RefundState>;
  /**
   * Checks signature, merchant, currency and age of a notification and answers what it says. Whether the amount is that of
   * the order is for the order to check. Throws PAYMENT_NOTICE_REFUSED with `why`: signature, age, merchant, currency, form, or
   * `nothing` for one that is right and says nothing of a payment or refund.
   */
  read(request: { headers: Headers; body: string }): Promise<PaymentNotice>;
  /** The answer by which the provider ends or goes on with its attempts to tell a notification. */
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
  /** Of one that failed: the provider ended its number for good, and no money goes back under it. */
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
