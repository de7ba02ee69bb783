import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { LotSource, TransferKind } from '#core/credit/ledger.ts';

/** Copies granted to an enterprise at one time, with their expiry. */
export const creditLot = sqliteTable(
  'copies_lot',
  {
    id: text('id').primaryKey(),
    /** Human-readable number. */
    number: text('number').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    source: text('source').$type<LotSource>().notNull(),
    quantity: integer('quantity').notNull(),
    /** Available copies; always equal to the sum of the lot's transfers. */
    remaining: integer('remaining').notNull(),
    /** Copies that expired. */
    expired: integer('expired').notNull().default(0),
    /** Copies removed by a refund of the purchase. */
    refunded: integer('refunded').notNull().default(0),
    grantedAt: integer('granted_at').notNull(),
    /** Null if the copies do not expire. */
    expiresAt: integer('expires_at'),
    /** The purchase that the lot comes from; empty for other sources. */
    orderId: text('order_id').notNull().default(''),
  },
  (t) => [
    // Lots with available copies: few per enterprise.
    index('copies_lot_open').on(t.enterpriseId, t.expiresAt, t.grantedAt).where(sql`remaining > 0`),
    index('copies_lot_page').on(t.enterpriseId, t.grantedAt, t.id),
    index('copies_lot_expires').on(t.expiresAt).where(sql`remaining > 0`),
    uniqueIndex('copies_lot_trial').on(t.enterpriseId).where(sql`source = 'TRIAL'`),
    uniqueIndex('copies_lot_order').on(t.orderId).where(sql`order_id <> ''`),
    check('copies_lot_remaining', sql`remaining >= 0 and remaining + expired <= quantity`),
  ],
);

/** Enterprises whose administrators were notified of a low balance; the row is deleted when copies are added. */
export const creditWarning = sqliteTable('copies_warning', {
  enterpriseId: text('enterprise_id').primaryKey(),
  at: integer('at').notNull(),
});

/**
 * Ledger of copies: each row moves copies of a lot from one account to another. Triggers reject updates and deletions.
 */
export const creditTransfer = sqliteTable(
  'copies_transfer',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    lotId: text('lot_id').notNull(),
    kind: text('kind').$type<TransferKind>().notNull(),
    quantity: integer('quantity').notNull(),
    /** The task that reserves, uses or returns the copies; empty otherwise. */
    taskId: text('task_id').notNull().default(''),
    /** Who caused the transfer, and the reason if it was a decision. */
    operatorId: text('operator_id').notNull().default(''),
    operatorName: text('operator_name').notNull().default(''),
    remark: text('remark').notNull().default(''),
    at: integer('at').notNull(),
  },
  (t) => [
    index('copies_transfer_page').on(t.enterpriseId, t.at, t.id),
    index('copies_transfer_time').on(t.at),
    index('copies_transfer_lot').on(t.lotId),
    uniqueIndex('copies_transfer_reserved').on(t.taskId).where(sql`kind = 'RESERVE'`),
    // A reservation is settled once: used or returned.
    uniqueIndex('copies_transfer_settled').on(t.taskId).where(sql`kind in ('USE', 'RETURN')`),
    check('copies_transfer_quantity', sql`quantity > 0`),
  ],
);
