import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { QuickState } from '#core/quicksign/states.ts';
import type { TaskFileType } from '#core/task/plan.ts';

/**
 * Files signed or stamped directly, without a workflow ([3.16], [4.6]). Its trail is in `trail`, its consent in
 * `consent`, and the revisions of its files in `document_revision`, all under the ids used here.
 */
export const quickGroup = sqliteTable(
  'quick_group',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    creatorId: text('creator_id').notNull(),
    name: text('name').notNull(),
    businessType: text('business_type').notNull(),
    businessTypeName: text('business_type_name').notNull(),
    fileType: text('file_type').$type<TaskFileType>().notNull(),
    fileNum: integer('file_num').notNull(),
    state: text('state').$type<QuickState>().notNull(),
    createdAt: integer('created_at').notNull(),
    signedAt: integer('signed_at'),
    /** Incremented with every change, for optimistic locking. */
    version: integer('version').notNull().default(1),
  },
  (t) => [index('quick_group_owner').on(t.ownerKey, t.createdAt)],
);

export const quickFile = sqliteTable(
  'quick_file',
  {
    id: text('id').primaryKey(),
    groupId: text('group_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    pages: text('pages', { mode: 'json' }).$type<{ widthMm: number; heightMm: number }[]>().notNull(),
    /** 0 as uploaded, 1 signed, 2 with long-term validation data. */
    revision: integer('revision').notNull(),
  },
  (t) => [uniqueIndex('quick_file_place').on(t.groupId, t.position)],
);
