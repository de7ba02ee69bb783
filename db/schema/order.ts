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

/** What is sold, version by version; rows are added, never changed but for which of them is in force. */
export const orderPackage = sqliteTable(
  'order_package',
  {
    packageId: text('package_id').notNull(),
    version: integer('version').notNull(),
    goods: text('goods').$type<GoodsKind>().notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    priceFen: integer('price_fen').notNull(),
    /** Days that bought copies are good for; null for copies without a term. */
    validDays: integer('valid_days'),
    audience: text('audience').$type<Audience>().notNull(),
    onSale: integer('on_sale', { mode: 'boolean' }).notNull(),
    /** The version in force. */
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

/** A purchase of an enterprise, with what was bought and for how much as it was when it was placed. */
export const purchase = sqliteTable(
  'purchase',
  {
    id: text('id').primaryKey(),
    /** As people read it out. */
    number: text('number').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    buyerId: text('buyer_id').notNull(),
    buyerName: text('buyer_name').notNull(),
    packageId: text('package_id').notNull(),
    packageVersion: integer('package_version').notNull(),
    goods: text('goods').$type<GoodsKind>().notNull(),
    name: text('name').notNull(),
    /** Packages in the order, and copies or pieces in all of them. */
    count: integer('count').notNull(),
    quantity: integer('quantity').notNull(),
    unitFen: integer('unit_fen').notNull(),
    amountFen: integer('amount_fen').notNull(),
    validDays: integer('valid_days'),
    state: text('state').$type<OrderState>().notNull(),
    invoiceState: text('invoice_state').$type<InvoiceState>().notNull(),
    /** What was paid and kept, and what of it was or is being refunded. */
    paidFen: integer('paid_fen').notNull().default(0),
    refundedFen: integer('refunded_fen').notNull().default(0),
    payBefore: integer('pay_before').notNull(),
    paidAt: integer('paid_at'),
    deliveredAt: integer('delivered_at'),
    shippedAt: integer('shipped_at'),
    confirmedAt: integer('confirmed_at'),
    returnedAt: integer('returned_at'),
    /** Where and by whom goods are shipped; sealed, as it holds a name, a phone and an address. Empty for copies. */
    shipToSealed: text('ship_to_sealed').notNull().default(''),
    carrier: text('carrier').notNull().default(''),
    trackingNumber: text('tracking_number').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    /** Counts the changes, for whoever writes what they read. */
    version: integer('version').notNull().default(0),
  },
  (t) => [
    uniqueIndex('purchase_number').on(t.number),
    index('purchase_enterprise').on(t.enterpriseId, t.createdAt, t.id),
    index('purchase_page').on(t.createdAt, t.id),
    // Orders that wait for their payment, by when that ends.
    index('purchase_open').on(t.payBefore).where(sql`state in ('TO_PAY', 'PAYING')`),
    check(
      'purchase_amounts',
      sql`amount_fen > 0 and refunded_fen >= 0 and refunded_fen <= paid_fen and paid_fen <= amount_fen`,
    ),
  ],
);

/** What happened to an order, for its timeline: appended to, never edited. */
export const purchaseEvent = sqliteTable(
  'purchase_event',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').notNull(),
    /** The order's version that came of it: several may happen in one ms. */
    seq: integer('seq').notNull(),
    at: integer('at').notNull(),
    /** An event of the order's machine, or a key of the timeline. */
    event: text('event').$type<TimelineEvent>().notNull(),
    state: text('state').$type<OrderState>().notNull(),
    /** Empty for what the product did by itself. */
    operator: text('operator').notNull().default(''),
    remark: text('remark').notNull().default(''),
    amountFen: integer('amount_fen'),
  },
  (t) => [uniqueIndex('purchase_event_order').on(t.orderId, t.seq)],
);
/** One attempt to pay an order: one QR of one provider. */
export const purchasePayment = sqliteTable(
  'purchase_payment',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').notNull(),
    /** The order number that the provider knows; of one attempt, unless a provider took money twice for it. */
    tradeNo: text('trade_no').notNull(),
    method: text('method').$type<PaymentProviderName>().notNull(),
    amountFen: integer('amount_fen').notNull(),
    state: text('state').$type<PaymentState>().notNull(),
    /** What the QR holds; empty until the provider answered. */
    qr: text('qr').notNull().default(''),
    providerNo: text('provider_no').notNull().default(''),
    paidFen: integer('paid_fen').notNull().default(0),
    paidAt: integer('paid_at'),
    givenBack: text('given_back').$type<ReturnReason>(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When the provider is asked next. */
    askAt: integer('ask_at').notNull(),
    asked: integer('asked').notNull().default(0),
  },
  (t) => [
    uniqueIndex('purchase_payment_trade').on(t.tradeNo, t.providerNo),
    index('purchase_payment_order').on(t.orderId, t.createdAt),
    index('purchase_payment_waiting').on(t.askAt).where(sql`state = 'WAITING'`),
    index('purchase_payment_paid').on(t.method, t.paidAt),
    // One payment of an order is kept.
    uniqueIndex('purchase_payment_kept').on(t.orderId).where(sql`state = 'PAID'`),
  ],
);

/** Money that goes back: a refund that somebody requested, or money that came late, twice or in a wrong amount. */
export const purchaseRefund = sqliteTable(
  'purchase_refund',
  {
    id: text('id').primaryKey(),
    /** The number that the provider knows. */
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
    /** The order's state when it was requested. */
    before: text('before').$type<RefundableState>(),
    reviewedBy: text('reviewed_by').notNull().default(''),
    reviewedAt: integer('reviewed_at'),
    reviewRemark: text('review_remark').notNull().default(''),
    providerRefundNo: text('provider_refund_no').notNull().default(''),
    /** In the provider's words, why it failed. */
    failure: text('failure').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    /** When the provider is asked next about one that runs. */
    askAt: integer('ask_at').notNull(),
    createdAt: integer('created_at').notNull(),
    doneAt: integer('done_at'),
  },
  (t) => [
    uniqueIndex('purchase_refund_number').on(t.number),
    index('purchase_refund_order').on(t.orderId, t.createdAt),
    index('purchase_refund_page').on(t.state, t.createdAt),
    index('purchase_refund_running').on(t.askAt).where(sql`state = 'RUNNING'`),
    // One request at a time.
    uniqueIndex('purchase_refund_open')
      .on(t.orderId)
      .where(sql`kind <> 'RETURN' and state in ('REQUESTED', 'RUNNING', 'FAILED')`),
    // Money that is given back by itself goes back once.
    uniqueIndex('purchase_refund_return').on(t.paymentId).where(sql`kind = 'RETURN'`),
    check('purchase_refund_amount', sql`amount_fen > 0`),
  ],
);

/** A request for an invoice and what became of it. */
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
    /** Contact, e-mail, phone, mailing address, and for a special one what it must name of the buyer: sealed JSON. */
    detailsSealed: text('details_sealed').notNull(),
    number: text('number').notNull().default(''),
    issuedAt: integer('issued_at'),
    /** Files as content addresses; empty until it is issued. */
    pdf: text('pdf').notNull().default(''),
    ofd: text('ofd').notNull().default(''),
    /** The red invoice that reversed it. */
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

/** What a day's bill of a provider said beside what stands here. */
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
    /** In the provider's words, why there is no bill. */
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
