import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { MovementKind, MovementState, SimulatedRefunds } from '#core/payment/simulated.ts';

/** Processed notifications of providers, for deduplication. */
export const paymentNotice = sqliteTable(
  'payment_notice',
  {
    /** Provider and all facts of the notification. */
    key: text('key').primaryKey(),
    provider: text('provider').notNull(),
    tradeNo: text('trade_no').notNull(),
    takenAt: integer('taken_at').notNull(),
  },
  (t) => [index('payment_notice_time').on(t.takenAt)],
);

/** Public keys of a provider's certificates by serial number, as last downloaded. */
export const paymentKey = sqliteTable('payment_key', {
  /** Provider and serial number. */
  id: text('id').primaryKey(),
  provider: text('provider').notNull(),
  /** SubjectPublicKeyInfo in base64. */
  publicKey: text('public_key').notNull(),
  notBefore: integer('not_before').notNull(),
  notAfter: integer('not_after').notNull(),
});

/** A trade at the simulated provider. */
export const simulatedTrade = sqliteTable(
  'simulated_trade',
  {
    tradeNo: text('trade_no').primaryKey(),
    subject: text('subject').notNull(),
    amountFen: integer('amount_fen').notNull(),
    notifyUrl: text('notify_url').notNull(),
    expiresAt: integer('expires_at').notNull(),
    closedAt: integer('closed_at'),
    /** How its refunds behave. */
    refunds: text('refunds').$type<SimulatedRefunds>().notNull().default('AT_ONCE'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('simulated_trade_time').on(t.createdAt)],
);

/** A payment or refund at the simulated provider; its bills list these. */
export const simulatedMovement = sqliteTable(
  'simulated_movement',
  {
    providerNo: text('provider_no').primaryKey(),
    kind: text('kind').$type<MovementKind>().notNull(),
    tradeNo: text('trade_no').notNull(),
    /** Empty for a payment. */
    refundNo: text('refund_no').notNull().default(''),
    amountFen: integer('amount_fen').notNull(),
    state: text('state').$type<MovementState>().notNull(),
    /** When it was paid, or when the refund ended. */
    at: integer('at').notNull(),
  },
  (t) => [
    index('simulated_movement_trade').on(t.tradeNo),
    index('simulated_movement_time').on(t.at),
    uniqueIndex('simulated_movement_refund').on(t.tradeNo, t.refundNo).where(sql`kind = 'REFUND'`),
    check('simulated_movement_amount', sql`amount_fen > 0`),
  ],
);
