import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Outbox: effects committed together with the change that causes them, and carried out afterwards at least once. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    topic: text('topic').notNull(),
    /** Effects with the same key run in order. */
    key: text('key').notNull(),
    payload: text('payload', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    dueAt: integer('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('outbox_due').on(t.dueAt), index('outbox_key').on(t.key)],
);

/** Stored responses of idempotent calls. */
export const onceAnswer = sqliteTable('once_answer', {
  /** accountId, call and the request's id. */
  key: text('key').primaryKey(),
  /** SHA-256 of the input; the same id with another input is refused. */
  inputHash: text('input_hash').notNull(),
  answer: text('answer', { mode: 'json' }).$type<unknown>(),
  createdAt: integer('created_at').notNull(),
});

/**
 * Guards of a batch of statements. Its first statement inserts a row whose `held` is null unless the condition holds;
 * the not-null column then rejects the row, which rolls back the batch. The same batch deletes the rows.
 */
export const guard = sqliteTable('guard', {
  id: text('id').primaryKey(),
  held: integer('held').notNull(),
});

/** Platform settings, server key pairs and other values that are created once; secret values are wrapped. */
export const setting = sqliteTable('setting', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Chosen columns, per user and table ([3.25a]). */
export const tableColumns = sqliteTable('table_columns', {
  /** accountId:tableCode */
  key: text('key').primaryKey(),
  columns: text('columns', { mode: 'json' }).$type<string[]>().notNull(),
});

/** Saved views of lists, per user and table: name and query string with filters and order. */
export const tableViews = sqliteTable('table_views', {
  /** accountId:tableCode */
  key: text('key').primaryKey(),
  views: text('views', { mode: 'json' }).$type<{ name: string; query: string }[]>().notNull(),
});
