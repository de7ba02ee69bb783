import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * A link, opened from a QR code, by which a phone submits one handwritten signature of one person ([2.6]): short-lived,
 * single-use, without any other access. Only the SHA-256 of the token is stored.
 */
export const handLink = sqliteTable(
  'hand_link',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    accountId: text('account_id').notNull(),
    /** Session that created the link; the link ends with it. */
    sessionId: text('session_id').notNull(),
    writingType: text('writing_type').notNull(),
    ocrType: text('ocr_type').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    /** The seal made from the signature. */
    sealId: text('seal_id').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('hand_link_token').on(t.tokenHash), index('hand_link_account').on(t.accountId)],
);

/** Audit trail of a person's changes in the account centre and their origin. Append-only; contains no values. */
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
