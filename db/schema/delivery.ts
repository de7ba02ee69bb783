import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What became of each short message and mail. Neither text nor address is kept, only a masked one for people to read. */
export const delivery = sqliteTable(
  'delivery',
  {
    /** Of the effect or request that sent it; given to the gateway so that a second try is no second message. */
    id: text('id').primaryKey(),
    /** sms, mail. */
    channel: text('channel').notNull(),
    target: text('target').notNull(),
    template: text('template').notNull(),
    /** SENDING, SENT (the gateway took it), DELIVERED, FAILED. */
    state: text('state').notNull(),
    attempts: integer('attempts').notNull().default(1),
    /** Whether the simulator took it. */
    simulated: integer('simulated', { mode: 'boolean' }).notNull(),
    error: text('error').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('delivery_time').on(t.createdAt)],
);
