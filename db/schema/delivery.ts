import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DeliveryReason, DeliveryState } from '#core/notice/delivery.ts';

/**
 * Delivery state of each text message and e-mail. Stores neither the text nor the full address, only a masked address.
 */
export const delivery = sqliteTable(
  'delivery',
  {
    /** Id of the effect or request that sent it; passed to the gateway as idempotency key. */
    id: text('id').primaryKey(),
    channel: text('channel').$type<'sms' | 'mail'>().notNull(),
    target: text('target').notNull(),
    template: text('template').notNull(),
    /** The contract and its party that it is about; empty for all others. */
    taskId: text('task_id').notNull().default(''),
    partyId: text('party_id').notNull().default(''),
    /** Keyed digest of the number that the party had: differs from the party's own once it is somebody else. */
    recipientIndex: text('recipient_index').notNull().default(''),
    /** The owner of the contract, who is told of failures. */
    senderKey: text('sender_key').notNull().default(''),
    state: text('state').$type<DeliveryState>().notNull(),
    /** Why it failed; empty otherwise. */
    reason: text('reason').$type<DeliveryReason | ''>().notNull().default(''),
    /** Whether a later message to the same party was taken, so that this failure waits for nobody. */
    overtaken: integer('overtaken', { mode: 'boolean' }).notNull().default(false),
    attempts: integer('attempts').notNull().default(1),
    /** Whether it went to the simulator. */
    simulated: integer('simulated', { mode: 'boolean' }).notNull(),
    error: text('error').notNull().default(''),
    /** When its cause happened; when the gateway took it; when it was delivered or failed. Epoch ms. */
    askedAt: integer('asked_at').notNull().default(0),
    sentAt: integer('sent_at'),
    settledAt: integer('settled_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('delivery_time').on(t.createdAt),
    index('delivery_party').on(t.taskId, t.partyId, t.createdAt).where(sql`task_id <> ''`),
    index('delivery_failed')
      .on(t.senderKey, t.taskId)
      .where(sql`state = 'FAILED' and overtaken = 0 and task_id <> ''`),
  ],
);
