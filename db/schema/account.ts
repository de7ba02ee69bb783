import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * A way for a phone to hand in one signature of one person, opened from a QR code ([2.6]): short, for one use, good
 * for nothing else. The token itself is kept as its SHA-256 only.
 */
export const handLink = sqliteTable(
  'hand_link',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    accountId: text('account_id').notNull(),
    /** Session that asked for it: when that ends, the link ends. */
    sessionId: text('session_id').notNull(),
    writingType: text('writing_type').notNull(),
    ocrType: text('ocr_type').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    /** The seal that came of it. */
    sealId: text('seal_id').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('hand_link_token').on(t.tokenHash), index('hand_link_account').on(t.accountId)],
);

/** What a person changed in the account centre, and from where: appended to, never edited. Holds no values. */
export const accountRecord = sqliteTable(
  'account_record',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    at: integer('at').notNull(),
    record: text('record').notNull(),
    sessionId: text('session_id').notNull().default(''),
    remark: text('remark').notNull().default(''),
  },
  (t) => [index('account_record_account').on(t.accountId, t.at)],
);
