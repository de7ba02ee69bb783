import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Language } from '#core/locales/languages.ts';
import type { EntryState } from '#core/signinglink/calls.ts';

/** A link that makes a task of its own for everybody who opens it (docs/decisions/one-link-for-many.md). */
export const signingLink = sqliteTable(
  'signing_link',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    /** Who published it: its tasks are sent in their name, with their rights of that moment. */
    creatorId: text('creator_id').notNull(),
    creatorName: text('creator_name').notNull(),
    /** With what they published it (edge/identity/act-as.ts); empty for a session of their own. */
    askedWith: text('asked_with').notNull(),
    /** SHA-256 of the code, and the code encrypted, so that it can be shown again. */
    codeHash: text('code_hash').notNull(),
    codeSealed: text('code_sealed').notNull(),
    templateId: text('template_id').notNull(),
    templateName: text('template_name').notNull(),
    taskName: text('task_name').notNull(),
    /** Name of the role that whoever opens the link plays. */
    openerRole: text('opener_role').notNull(),
    businessType: text('business_type').notNull(),
    /** BatchSetup as JSON, encrypted because it contains personal data. Its only varying signer is the opener. */
    setupSealed: text('setup_sealed').notNull(),
    /** The mobile numbers that it takes, as a JSON list, encrypted; empty: everybody. */
    allowedSealed: text('allowed_sealed').notNull(),
    signDays: integer('sign_days'),
    language: text('language').$type<Language>().notNull(),
    state: text('state').$type<'OPEN' | 'STOPPED'>().notNull(),
    /** Contracts that it may make; null: any number. */
    limit: integer('max_entries'),
    /** Contracts that it has made. */
    sent: integer('sent').notNull().default(0),
    until: integer('until'),
    repeats: integer('repeats', { mode: 'boolean' }).notNull(),
    approval: integer('approval', { mode: 'boolean' }).notNull(),
    counterOnly: integer('counter_only', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('signing_link_code').on(t.codeHash),
    index('signing_link_owner').on(t.ownerKey, t.createdAt),
  ],
);

/** What somebody filled in at a signing link. The id is also the draft id of its task, so it is sent once. */
export const signingLinkEntry = sqliteTable(
  'signing_link_entry',
  {
    id: text('id').primaryKey(),
    linkId: text('link_id').notNull(),
    /** Whoever opened the link. */
    accountId: text('account_id').notNull(),
    state: text('state').$type<EntryState>().notNull(),
    /** BatchCells as JSON, encrypted. */
    cellsSealed: text('cells_sealed').notNull(),
    taskId: text('task_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('signing_link_entry_order').on(t.linkId, t.createdAt, t.id),
    index('signing_link_entry_state').on(t.linkId, t.state, t.createdAt),
    index('signing_link_entry_person').on(t.linkId, t.accountId),
  ],
);
