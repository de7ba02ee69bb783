import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Effects to come, written with the change that causes them and carried out after it; each may run twice. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    topic: text('topic').notNull(),
    /** Effects of one key are carried out in their order. */
    key: text('key').notNull(),
    payload: text('payload', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    dueAt: integer('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('outbox_due').on(t.dueAt), index('outbox_key').on(t.key)],
);

/** Answers of calls that must have one effect however often they are sent. */
export const onceAnswer = sqliteTable('once_answer', {
  /** accountId, call and the request's own id. */
  key: text('key').primaryKey(),
  /** SHA-256 of the input: the same id with another input is refused. */
  inputHash: text('input_hash').notNull(),
  answer: text('answer', { mode: 'json' }).$type<unknown>(),
  createdAt: integer('created_at').notNull(),
});

/**
 * Guards of a batch: its first statement inserts a row whose `held` is null unless the condition holds, which the
 * column refuses, so that all of the batch is undone. Rows are removed by the same batch.
 */
export const guard = sqliteTable('guard', {
  id: text('id').primaryKey(),
  held: integer('held').notNull(),
});

/** Server key pairs and other values made once: values are wrapped where they are secret. */
export const setting = sqliteTable('setting', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Per user and table: the chosen columns ([3.25a]). */
export const tableColumns = sqliteTable('table_columns', {
  /** accountId:tableCode */
  key: text('key').primaryKey(),
  columns: text('columns', { mode: 'json' }).$type<string[]>().notNull(),
});

/** Views of lists that people keep: filters and order of an address under a name. */
export const tableViews = sqliteTable('table_views', {
  /** accountId:tableCode */
  key: text('key').primaryKey(),
  views: text('views', { mode: 'json' }).$type<{ name: string; query: string }[]>().notNull(),
});
