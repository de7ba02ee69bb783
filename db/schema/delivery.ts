import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Delivery state of each text message and e-mail. Stores neither the text nor the full address, only a masked address.
 */
export const delivery = sqliteTable(
  'delivery',
  {
    /** Id of the effect or request that sent it; passed to the gateway as idempotency key. */
    id: text('id').primaryKey(),
    /** sms, mail. */
    channel: text('channel').notNull(),
    target: text('target').notNull(),
    template: text('template').notNull(),
    /** SENDING, SENT (accepted by the gateway), DELIVERED, FAILED. */
    state: text('state').notNull(),
    attempts: integer('attempts').notNull().default(1),
    /** Whether it went to the simulator. */
    simulated: integer('simulated', { mode: 'boolean' }).notNull(),
    error: text('error').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('delivery_time').on(t.createdAt)],
);
