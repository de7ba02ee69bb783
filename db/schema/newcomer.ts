import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ItemState, NewcomerRecord, NewcomerState } from '#core/employee/newcomer.ts';
import type { PictureType } from '#core/realname/clean-picture.ts';
import type { IdType } from '#core/validate/id-number.ts';

/** Somebody whom an enterprise is onboarding ([3.11b], [4.11a]). What is personal lies in `sealed`, bound to name and row. */
export const newcomer = sqliteTable(
  'newcomer',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    state: text('state').$type<NewcomerState>().notNull().default('TO_COLLECT'),
    archived: integer('archived', { mode: 'boolean' }).notNull().default(false),
    nameSealed: text('name_sealed').notNull(),
    idType: text('id_type').$type<IdType>().notNull(),
    /** Keyed digests: the mobile's is the one that accounts are found by. */
    mobileIndex: text('mobile_index').notNull(),
    idNumberIndex: text('id_number_index').notNull(),
    /** `mobile` and `idNumber`. */
    sealed: text('sealed', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    departmentId: text('department_id').notNull().default(''),
    /** The newcomer, once they proved who they are; empty until then. */
    accountId: text('account_id').notNull().default(''),
    /** Counts the links: only the last one opens the form. */
    linkRound: integer('link_round').notNull().default(1),
    /** Digest of the link's secret, which is derived and nowhere stored. */
    linkHash: text('link_hash').notNull(),
    linkEndsAt: integer('link_ends_at').notNull(),
    /** When the file came into its state. */
    since: integer('since').notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** The row of the roster; empty before completion. */
    employeeId: text('employee_id').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('newcomer_list').on(t.enterpriseId, t.archived, t.state, t.since),
    index('newcomer_account').on(t.accountId),
    uniqueIndex('newcomer_link').on(t.linkHash),
    // Nobody is onboarded twice at once.
    uniqueIndex('newcomer_mobile')
      .on(t.enterpriseId, t.mobileIndex)
      .where(sql`state not in ('COMPLETED', 'CANCELLED')`),
    uniqueIndex('newcomer_id_number')
      .on(t.enterpriseId, t.idNumberIndex)
      .where(sql`state not in ('COMPLETED', 'CANCELLED')`),
  ],
);

/** One material of a file ([4.11c]): a field in the version that the file was begun with, its value and its review. */
export const newcomerItem = sqliteTable(
  'newcomer_item',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    newcomerId: text('newcomer_id').notNull(),
    fieldId: text('field_id').notNull(),
    fieldVersion: integer('field_version').notNull(),
    /** Place in the form. */
    position: integer('position').notNull(),
    state: text('state').$type<ItemState>().notNull().default('TO_COLLECT'),
    /** Bound to the row; of a picture its id. Empty until there is one. */
    valueSealed: text('value_sealed').notNull().default(''),
    /** What HR says is wrong: it may quote the value. */
    reasonSealed: text('reason_sealed').notNull().default(''),
  },
  (t) => [uniqueIndex('newcomer_item_field').on(t.newcomerId, t.fieldId)],
);

/** The photo of a paper, stored under a key of its own: removing the row is removing the picture. */
export const newcomerImage = sqliteTable(
  'newcomer_image',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    newcomerId: text('newcomer_id').notNull(),
    itemId: text('item_id').notNull(),
    fileKey: text('file_key').notNull(),
    wrappedKey: text('wrapped_key').notNull(),
    type: text('type').$type<PictureType>().notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('newcomer_image_item').on(t.itemId)],
);

/** Who did and who looked at what of a newcomer's file: appended to, never edited; holds no values. */
export const newcomerRecord = sqliteTable(
  'newcomer_record',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    newcomerId: text('newcomer_id').notNull(),
    at: integer('at').notNull(),
    record: text('record').$type<NewcomerRecord>().notNull(),
    operatorId: text('operator_id').notNull(),
    /** A category, or names of fields that it concerns. */
    remark: text('remark').notNull().default(''),
  },
  (t) => [index('newcomer_record_newcomer').on(t.newcomerId, t.at)],
);
