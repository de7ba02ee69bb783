import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { RowState } from '#core/batch/calls.ts';
import type { ErrorName } from '#core/errors.ts';
import type { Language } from '#core/locales/languages.ts';

/** One plan sent to many recipients. The id is the draft's, so a draft is sent once. */
export const batch = sqliteTable(
  'batch',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    creatorId: text('creator_id').notNull(),
    creatorName: text('creator_name').notNull(),
    taskName: text('task_name').notNull(),
    /** That of its tasks, as API keys reach batches by it; empty for those sent before it was kept. */
    businessType: text('business_type').notNull().default(''),
    /** BatchSetup as JSON, encrypted because it contains personal data. */
    setupSealed: text('setup_sealed').notNull(),
    /** Base URL of the product when the batch was sent, for URLs in files. */
    origin: text('origin').notNull(),
    language: text('language').$type<Language>().notNull(),
    rowNum: integer('row_num').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the last waiting row was finished; null until then. */
    endedAt: integer('ended_at'),
  },
  (t) => [index('batch_owner').on(t.ownerKey, t.createdAt)],
);

/** A row of a batch. The id is also the draft id of its task, so a row is sent once. */
export const batchRow = sqliteTable(
  'batch_row',
  {
    id: text('id').primaryKey(),
    batchId: text('batch_id').notNull(),
    position: integer('position').notNull(),
    state: text('state').$type<RowState>().notNull(),
    /** Names of the recipients. */
    parties: text('parties').notNull(),
    /** BatchCells as JSON, encrypted. */
    cellsSealed: text('cells_sealed').notNull(),
    taskId: text('task_id'),
    /** Who asked last that it be sent: it goes out as theirs. Empty for older rows: the batch's creator. */
    askedBy: text('asked_by').notNull().default(''),
    /** With what they asked (edge/identity/act-as.ts): an API key, or single sign-on; empty for a session of their own. */
    askedWith: text('key_id').notNull().default(''),
    /** Error of a failed row; empty otherwise. */
    problem: text('problem').$type<ErrorName | ''>().notNull().default(''),
    problemParams: text('problem_params', { mode: 'json' }).$type<Record<string, string | number>>(),
    /** Number of attempts, which limits retries after unexpected errors. */
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [
    index('batch_row_order').on(t.batchId, t.position),
    index('batch_row_state').on(t.batchId, t.state, t.position),
    index('batch_row_task').on(t.taskId),
  ],
);
