import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { MessageTemplate } from '#core/locales/message-text.ts';

/**
 * A notice to an account in one of its identities ([3.19b]). The text is rendered from `kind` and `params` in the
 * recipient's language.
 */
export const notice = sqliteTable(
  'notice',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    ownerKey: text('owner_key').notNull(),
    /** contract, approval, system. */
    category: text('category').notNull(),
    kind: text('kind').$type<MessageTemplate>().notNull(),
    params: text('params', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    taskId: text('task_id').notNull().default(''),
    /** The web template whose comment mentions the recipient; empty for other notices. */
    templateId: text('template_id').notNull().default(''),
    readAt: integer('read_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('notice_account').on(t.accountId, t.createdAt),
    index('notice_unread').on(t.accountId, t.readAt),
  ],
);

/** Messages sent through the simulators; shown on /sim only. */
export const simulatedMessage = sqliteTable(
  'simulated_message',
  {
    id: text('id').primaryKey(),
    channel: text('channel').notNull(),
    target: text('target').notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('simulated_message_time').on(t.createdAt)],
);
