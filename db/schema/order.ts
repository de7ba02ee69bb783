import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Audience } from '#core/order/packages.ts';
import type {
  GoodsKind,
  InvoiceState,
  InvoiceType,
  OrderState,
  PaymentState,
  RefundableState,
  RefundKind,
  RefundState,
  ReturnReason,
  TimelineEvent,
} from '#core/order/states.ts';
import type { PaymentProviderName } from '#core/payment/provider-names.ts';

/** Products for sale, one row per version. Rows are append-only except for `current`. */
export const orderPackage = sqliteTable(
  'order_package',
  {
    packageId: text('package_id').notNull(),
    version: integer('version').notNull(),
    goods: text('goods').$type<GoodsKind>().notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    priceFen: integer('price_fen').notNull(),
    /** Days for which bought copies are valid; null if they do not expire. */
    validDays: integer('valid_days'),
    audience: text('audience').$type<Audience>().notNull(),
    onSale: integer('on_sale', { mode: 'boolean' }).notNull(),
    /** Whether this is the current version. */
    current: integer('current', { mode: 'boolean' }).notNull(),
    createdBy: text('created_by').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.packageId, t.version] }),
    uniqueIndex('order_package_current').on(t.packageId).where(sql`current = 1`),
    check('order_package_amounts', sql`quantity > 0 and price_fen > 0`),
  ],
);

/** A purchase of an enterprise, with product and price as of when it was placed. */
export const purchase = sqliteTable(
  'purchase',
  {
    id: text('id').primaryKey(),
    /** Human-readable number. */
    number: text('number').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    buyerId: text('buyer_id').notNull(),
    buyerName: text('buyer_name').notNull(),
    packageId: text('package_id').notNull(),
    packageVersion: integer('package_version').notNull(),
    goods: text('goods').$type<GoodsKind>().notNull(),
    name: text('name').notNull(),
    /** Number of packages, and total number of copies or pieces in them. */
    count: integer('count').notNull(),
    quantity: integer('quantity').notNull(),
    unitFen: integer('unit_fen').notNull(),
    amountFen: integer('amount_fen').notNull(),
    validDays: integer('valid_days'),
    state: text('state').$type<OrderState>().notNull(),
    invoiceState: text('invoice_state').$type<InvoiceState>().notNull(),
    /** The amount paid and kept, and the part of it that was or is being refunded. */
    paidFen: integer('paid_fen').notNull().default(0),
    refundedFen: integer('refunded_fen').notNull().default(0),
    payBefore: integer('pay_before').notNull(),
    paidAt: integer('paid_at'),
    deliveredAt: integer('delivered_at'),
    shippedAt: integer('shipped_at'),
    confirmedAt: integer('confirmed_at'),
    returnedAt: integer('returned_at'),
    /** Shipping address, encrypted because it contains name, phone and address. Empty for copies. */
    shipToSealed: text('ship_to_sealed').notNull().default(''),
    carrier: text('carrier').notNull().default(''),
    trackingNumber: text('tracking_number').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    /** Incremented with every change, for optimistic locking. */
    version: integer('version').notNull().default(0),
  },
  (t) => [
    uniqueIndex('purchase_number').on(t.number),
    index('purchase_enterprise').on(t.enterpriseId, t.createdAt, t.id),
    index('purchase_page').on(t.createdAt, t.id),
    // Goods on their way, and those that arrived, by the time of the next step.
    index('purchase_shipped').on(t.shippedAt).where(sql`state = 'SHIPPED'`),
    index('purchase_confirmed').on(t.confirmedAt).where(sql`state = 'CONFIRMED'`),
    // Unpaid orders by payment deadline.
    index('purchase_open').on(t.payBefore).where(sql`state in ('TO_PAY', 'PAYING')`),
    check(
      'purchase_amounts',
      sql`amount_fen > 0 and refunded_fen >= 0 and refunded_fen <= paid_fen and paid_fen <= amount_fen`,
    ),
  ],
);

/** Timeline of an order. Append-only. */
export const purchaseEvent = sqliteTable(
  'purchase_event',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').notNull(),
    /** The order's version after the event; several events may happen in one ms. */
    seq: integer('seq').notNull(),
    at: integer('at').notNull(),
    /** An event of the order's state machine, or another key of the timeline. */
    event: text('event').$type<TimelineEvent>().notNull(),
    state: text('state').$type<OrderState>().notNull(),
    /** Empty for automatic events. */
    operator: text('operator').notNull().default(''),
    remark: text('remark').notNull().default(''),
    amountFen: integer('amount_fen'),
  },
  (t) => [uniqueIndex('purchase_event_order').on(t.orderId, t.seq)],
);
/** One attempt to pay an order: a QR code of one provider. */
export const purchasePayment = sqliteTable(
  'purchase_payment',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').notNull(),
    /** Our trade number at the provider; unique per attempt, unless the provider took money twice for it. */
    tradeNo: text('trade_no').notNull(),
    method: text('method').$type<PaymentProviderName>().notNull(),
    amountFen: integer('amount_fen').notNull(),
    state: text('state').$type<PaymentState>().notNull(),
    /** Content of the QR code; empty until the provider responds. */
    qr: text('qr').notNull().default(''),
    providerNo: text('provider_no').notNull().default(''),
    paidFen: integer('paid_fen').notNull().default(0),
    paidAt: integer('paid_at'),
    givenBack: text('given_back').$type<ReturnReason>(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When the provider is polled next. */
    askAt: integer('ask_at').notNull(),
    asked: integer('asked').notNull().default(0),
  },
  (t) => [
    uniqueIndex('purchase_payment_trade').on(t.tradeNo, t.providerNo),
    index('purchase_payment_order').on(t.orderId, t.createdAt),
    index('purchase_payment_provider').on(t.providerNo),
    index('purchase_payment_waiting').on(t.askAt).where(sql`state = 'WAITING'`),
    index('purchase_payment_paid').on(t.method, t.paidAt),
    // At most one payment of an order is kept.
    uniqueIndex('purchase_payment_kept').on(t.orderId).where(sql`state = 'PAID'`),
  ],
);

/** Money to be returned: a requested refund, or a payment that was late, duplicate or of a wrong amount. */
export const purchaseRefund = sqliteTable(
  'purchase_refund',
  {
    id: text('id').primaryKey(),
    /** Our refund number at the provider; retries may add a suffix. */
    number: text('number').notNull(),
    orderId: text('order_id').notNull(),
    paymentId: text('payment_id').notNull(),
    kind: text('kind').$type<RefundKind>().notNull(),
    state: text('state').$type<RefundState>().notNull(),
    amountFen: integer('amount_fen').notNull(),
    copies: integer('copies').notNull().default(0),
    reason: text('reason').notNull(),
    description: text('description').notNull().default(''),
    requestedBy: text('requested_by').notNull().default(''),
    /** State of the order when the refund was requested. */
    before: text('before').$type<RefundableState>(),
    reviewedBy: text('reviewed_by').notNull().default(''),
    reviewedAt: integer('reviewed_at'),
    reviewRemark: text('review_remark').notNull().default(''),
    providerRefundNo: text('provider_refund_no').notNull().default(''),
    /** Reason for a failure, as reported by the provider. */
    failure: text('failure').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    /** When the provider is polled next for a running refund. */
    askAt: integer('ask_at').notNull(),
    createdAt: integer('created_at').notNull(),
    doneAt: integer('done_at'),
  },
  (t) => [
    uniqueIndex('purchase_refund_number').on(t.number),
    index('purchase_refund_order').on(t.orderId, t.createdAt),
    index('purchase_refund_page').on(t.state, t.createdAt),
    index('purchase_refund_running').on(t.askAt).where(sql`state = 'RUNNING'`),
    // At most one open request per order.
    uniqueIndex('purchase_refund_open')
      .on(t.orderId)
      .where(sql`kind <> 'RETURN' and state in ('REQUESTED', 'RUNNING', 'FAILED')`),
    // An automatic return happens once per payment.
    uniqueIndex('purchase_refund_return').on(t.paymentId).where(sql`kind = 'RETURN'`),
    check('purchase_refund_amount', sql`amount_fen > 0`),
  ],
);

/** A requested invoice and its state. */
export const invoice = sqliteTable(
  'invoice',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    type: text('type').$type<InvoiceType>().notNull(),
    state: text('state').$type<Exclude<InvoiceState, 'NOT_ISSUED'>>().notNull(),
    amountFen: integer('amount_fen').notNull(),
    title: text('title').notNull(),
    taxId: text('tax_id').notNull(),
    /**
     * Contact, e-mail, phone, mailing address and, for special invoices, the mandatory buyer details: JSON, encrypted.
     */
    detailsSealed: text('details_sealed').notNull(),
    number: text('number').notNull().default(''),
    issuedAt: integer('issued_at'),
    /** Files by digest in the file store; empty until the invoice is issued. */
    pdf: text('pdf').notNull().default(''),
    ofd: text('ofd').notNull().default(''),
    /** The red invoice (红字发票) that reversed it. */
    redNumber: text('red_number').notNull().default(''),
    redPdf: text('red_pdf').notNull().default(''),
    redOfd: text('red_ofd').notNull().default(''),
    failure: text('failure').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    askAt: integer('ask_at').notNull(),
    requestedBy: text('requested_by').notNull(),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (t) => [
    index('invoice_order').on(t.orderId, t.createdAt),
    uniqueIndex('invoice_number').on(t.number).where(sql`number <> ''`),
    uniqueIndex('invoice_open').on(t.orderId).where(sql`state <> 'CANCELLED'`),
    index('invoice_due').on(t.askAt).where(sql`state in ('APPLIED', 'ISSUING')`),
  ],
);

/** Result of comparing a provider's bill of one day with the local bookings. */
export const reconciliation = sqliteTable(
  'reconciliation',
  {
    id: text('id').primaryKey(),
    method: text('method').$type<PaymentProviderName>().notNull(),
    /** YYYY-MM-DD, the provider's local date. */
    day: text('day').notNull(),
    lines: integer('lines').notNull(),
    matched: integer('matched').notNull(),
    paidFen: integer('paid_fen').notNull(),
    refundedFen: integer('refunded_fen').notNull(),
    /** Differences, as JSON. */
    differences: text('differences', { mode: 'json' }).$type<StoredDifference[]>().notNull(),
    /** Reason for a missing bill, as reported by the provider. */
    failure: text('failure').notNull().default(''),
    at: integer('at').notNull(),
  },
  (t) => [
    uniqueIndex('reconciliation_day').on(t.method, t.day),
    index('reconciliation_page').on(t.day, t.method),
  ],
);
export interface StoredDifference {
  kind: 'payment' | 'refund';
  problem: 'ONLY_THERE' | 'ONLY_HERE' | 'AMOUNT';
  number: string;
  hereFen: number | null;
  thereFen: number | null;
}
