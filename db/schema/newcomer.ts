import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ItemState, NewcomerRecord, NewcomerState } from '#core/employee/newcomer.ts';
import type { PictureType } from '#core/realname/clean-picture.ts';
import type { IdType } from '#core/validate/id-number.ts';

/**
 * A person being onboarded by an enterprise ([3.11b], [4.11a]). Personal data is in `sealed`, each value encrypted and
 * bound to its name and row.
 */
export const newcomer = sqliteTable(
  'newcomer',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    state: text('state').$type<NewcomerState>().notNull().default('TO_COLLECT'),
    archived: integer('archived', { mode: 'boolean' }).notNull().default(false),
    nameSealed: text('name_sealed').notNull(),
    idType: text('id_type').$type<IdType>().notNull(),
    /** Keyed digests for look-ups; the mobile's is the same as in `account`. */
    mobileIndex: text('mobile_index').notNull(),
    idNumberIndex: text('id_number_index').notNull(),
    /** `mobile` and `idNumber`, encrypted. */
    sealed: text('sealed', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    departmentId: text('department_id').notNull().default(''),
    /** The newcomer's account, once they have proved their identity; empty until then. */
    accountId: text('account_id').notNull().default(''),
    /** Number of the current link: only the latest one opens the form. */
    linkRound: integer('link_round').notNull().default(1),
    /** Digest of the link's secret, which is derived and never stored. */
    linkHash: text('link_hash').notNull(),
    linkEndsAt: integer('link_ends_at').notNull(),
    /** When the file entered its current state. */
    since: integer('since').notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** The employee's roster row; empty before completion. */
    employeeId: text('employee_id').notNull().default(''),
    /** When all but name, states and log were erased; null before. */
    erasedAt: integer('erased_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('newcomer_list').on(t.enterpriseId, t.archived, t.state, t.since),
    index('newcomer_account').on(t.accountId),
    uniqueIndex('newcomer_link').on(t.linkHash),
    index('newcomer_employee').on(t.employeeId).where(sql`employee_id <> ''`),
    index('newcomer_cancelled').on(t.since).where(sql`state = 'CANCELLED' and erased_at is null`),
    // A person is onboarded once at a time.
    uniqueIndex('newcomer_mobile')
      .on(t.enterpriseId, t.mobileIndex)
      .where(sql`state not in ('COMPLETED', 'CANCELLED')`),
    uniqueIndex('newcomer_id_number')
      .on(t.enterpriseId, t.idNumberIndex)
      .where(sql`state not in ('COMPLETED', 'CANCELLED')`),
  ],
);

/**
 * One item of a newcomer's file ([4.11c]): a field in the version at the start of the file, with its value and review
 * state.
 */
export const newcomerItem = sqliteTable(
  'newcomer_item',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    newcomerId: text('newcomer_id').notNull(),
    fieldId: text('field_id').notNull(),
    fieldVersion: integer('field_version').notNull(),
    /** Sort position in the form. */
    position: integer('position').notNull(),
    state: text('state').$type<ItemState>().notNull().default('TO_COLLECT'),
    /** Encrypted value, bound to the row; for a picture its id. Empty until provided. */
    valueSealed: text('value_sealed').notNull().default(''),
    /** HR's objection, encrypted because it may quote the value. */
    reasonSealed: text('reason_sealed').notNull().default(''),
  },
  (t) => [uniqueIndex('newcomer_item_field').on(t.newcomerId, t.fieldId)],
);

/** A picture of a document, encrypted with its own key: deleting the row makes the picture unreadable. */
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
  (t) => [index('newcomer_image_item').on(t.itemId), index('newcomer_image_newcomer').on(t.newcomerId)],
);

/** Audit trail of changes to and access to a newcomer's file. Append-only; contains no values. */
export const newcomerRecord = sqliteTable(
  'newcomer_record',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    newcomerId: text('newcomer_id').notNull(),
    at: integer('at').notNull(),
    record: text('record').$type<NewcomerRecord>().notNull(),
    operatorId: text('operator_id').notNull(),
    /** The category or field names concerned. */
    remark: text('remark').notNull().default(''),
  },
  (t) => [index('newcomer_record_newcomer').on(t.newcomerId, t.at)],
);
