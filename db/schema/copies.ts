import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { LotSource, TransferKind } from '#core/copies/ledger.ts';

/** Copies that an enterprise was given at one time, with their term. */
export const copiesLot = sqliteTable(
  'copies_lot',
  {
    id: text('id').primaryKey(),
    /** As people read it out. */
    number: text('number').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    source: text('source').$type<LotSource>().notNull(),
    quantity: integer('quantity').notNull(),
    /** What of it is available; always what the transfers of the lot add up to. */
    remaining: integer('remaining').notNull(),
    /** What of it ran out with its term. */
    expired: integer('expired').notNull().default(0),
    /** What of it left the balance with a refund of its purchase. */
    refunded: integer('refunded').notNull().default(0),
    grantedAt: integer('granted_at').notNull(),
    /** Null where it has no term. */
    expiresAt: integer('expires_at'),
    /** The purchase that it came from; empty otherwise. */
    orderId: text('order_id').notNull().default(''),
  },
  (t) => [
    // Lots that copies can be spent from: a few of each enterprise.
    index('copies_lot_open').on(t.enterpriseId, t.expiresAt, t.grantedAt).where(sql`remaining > 0`),
    index('copies_lot_page').on(t.enterpriseId, t.grantedAt, t.id),
    index('copies_lot_expires').on(t.expiresAt).where(sql`remaining > 0`),
    uniqueIndex('copies_lot_trial').on(t.enterpriseId).where(sql`source = 'TRIAL'`),
    uniqueIndex('copies_lot_order').on(t.orderId).where(sql`order_id <> ''`),
    check('copies_lot_remaining', sql`remaining >= 0 and remaining + expired <= quantity`),
  ],
);

/** Enterprises whose administrators were told that few copies are left; the row goes when copies are added. */
export const copiesWarning = sqliteTable('copies_warning', {
  enterpriseId: text('enterprise_id').primaryKey(),
  at: integer('at').notNull(),
});

/** The ledger of copies: one row moves copies of a lot from an account to another. Triggers refuse changes of rows. */
export const copiesTransfer = sqliteTable(
  'copies_transfer',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    lotId: text('lot_id').notNull(),
    kind: text('kind').$type<TransferKind>().notNull(),
    quantity: integer('quantity').notNull(),
    /** The task that reserves, uses or returns; empty otherwise. */
    taskId: text('task_id').notNull().default(''),
    /** Who caused it, and why where somebody decided. */
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
    // A reservation ends once: it is used or returned.
    uniqueIndex('copies_transfer_settled').on(t.taskId).where(sql`kind in ('USE', 'RETURN')`),
    check('copies_transfer_quantity', sql`quantity > 0`),
  ],
);
