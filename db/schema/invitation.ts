import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * The link in the messages to one recipient about one task (docs/decisions/invitations.md). It says where to go and proves
 * nothing: who opens it still proves that they are the recipient.
 */
export const invitation = sqliteTable(
  'invitation',
  {
    /** SHA-256 of the code, which is derived and never stored. */
    codeHash: text('code_hash').primaryKey(),
    taskId: text('task_id').notNull(),
    /** A signer or CC party of the task. */
    partyId: text('party_id').notNull(),
    /** As of the party, when the link was sent: the link ends when the party becomes somebody else. */
    mobileIndex: text('mobile_index').notNull(),
    /** When its recipient asked for no more reminders of this task; null: they get them. */
    remindersOffAt: integer('reminders_off_at'),
    createdAt: integer('created_at').notNull(),
    /** When it was first opened by somebody who is not signed in as another; null until then. */
    openedAt: integer('opened_at'),
  },
  (t) => [uniqueIndex('invitation_recipient').on(t.partyId, t.mobileIndex)],
);
