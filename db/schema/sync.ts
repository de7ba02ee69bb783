import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** A ticket to a sync room that is not over: whoever loses the right to be there is found by it. */
export const syncTicket = sqliteTable(
  'sync_ticket',
  {
    id: text('id').primaryKey(),
    /** `kind:id`. */
    room: text('room').notNull(),
    accountId: text('account_id').notNull(),
    sessionId: text('session_id').notNull(),
    /** Enterprise acted for; empty for the person. */
    entId: text('ent_id').notNull(),
    /** `read` or `write`. */
    access: text('access').notNull().default('write'),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('sync_ticket_expires').on(t.expiresAt)],
);
