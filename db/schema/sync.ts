import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** An unexpired ticket for a sync room, used to find the connections of people who lost their access. */
export const syncTicket = sqliteTable(
  'sync_ticket',
  {
    id: text('id').primaryKey(),
    /** `kind:id`. */
    room: text('room').notNull(),
    accountId: text('account_id').notNull(),
    sessionId: text('session_id').notNull(),
    /** Enterprise that the session acts for; empty when acting as a person. */
    entId: text('ent_id').notNull(),
    /** `read` or `write`. */
    access: text('access').notNull().default('write'),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('sync_ticket_expires').on(t.expiresAt)],
);
