import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { PictureType } from '#core/realname/clean-picture.ts';
import type { PhotoKind } from '#core/realname/photos.ts';
import type { ApplicationState, FaceState, Route } from '#core/realname/states.ts';

/**
 * An application for real-name verification of a person or an enterprise. `fields` holds public data of an enterprise,
 * `sealed` personal data, each value encrypted with AES-GCM under the field key.
 */
export const realnameApplication = sqliteTable(
  'realname_application',
  {
    id: text('id').primaryKey(),
    /** PERSON or ENTERPRISE. */
    subject: text('subject').$type<'PERSON' | 'ENTERPRISE'>().notNull(),
    accountId: text('account_id').notNull(),
    /** The enterprise, once it exists. */
    entId: text('ent_id').notNull().default(''),
    /** FACE, REVIEW, TRANSFER; empty for a draft. */
    route: text('route').$type<Route | ''>().notNull().default(''),
    state: text('state').$type<ApplicationState>().notNull().default('DRAFT'),
    /** Previous state of the person or enterprise, to restore if the application fails. */
    before: text('before').notNull().default('UNAUTH'),
    /** Name of the enterprise; empty for a person, whose name is in `sealed`. */
    name: text('name').notNull().default(''),
    /** Keyed digest of a person's name, for searching by the exact name. */
    nameIndex: text('name_index').notNull().default(''),
    fields: text('fields', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    sealed: text('sealed', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** Keyed digest of the number that must have a single owner: ID number or credit code. */
    numberIndex: text('number_index').notNull().default(''),
    /** Reference of the face or bank account check at its provider. */
    checkRef: text('check_ref').notNull().default(''),
    checkState: text('check_state').$type<FaceState | ''>().notNull().default(''),
    checkUrl: text('check_url').notNull().default(''),
    checkEndsAt: integer('check_ends_at'),
    /** Number of wrong amounts entered. */
    tries: integer('tries').notNull().default(0),
    reason: text('reason').notNull().default(''),
    reviewerId: text('reviewer_id').notNull().default(''),
    submittedAt: integer('submitted_at'),
    decidedAt: integer('decided_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Incremented with every change, for optimistic locking. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('realname_application_account').on(t.accountId, t.subject, t.createdAt),
    index('realname_application_ent').on(t.entId, t.state),
    index('realname_application_review').on(t.state, t.subject, t.submittedAt),
    index('realname_application_check').on(t.state, t.checkEndsAt),
    index('realname_application_name').on(t.nameIndex),
    // Rows with names still to be encrypted.
    index('realname_application_plain').on(t.id).where(sql`subject = 'PERSON' and name <> ''`),
    // A person has at most one application in progress.
    uniqueIndex('realname_application_open')
      .on(t.accountId)
      .where(sql`subject = 'PERSON' and state in ('CHECKING', 'REVIEWING')`),
  ],
);

/**
 * An uploaded picture, encrypted with its own key, which is stored here in wrapped form: deleting the row makes the
 * picture unreadable.
 */
export const realnamePhoto = sqliteTable(
  'realname_photo',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    kind: text('kind').$type<PhotoKind>().notNull(),
    /** The application it belongs to; empty until that is submitted. */
    applicationId: text('application_id').notNull().default(''),
    fileKey: text('file_key').notNull(),
    wrappedKey: text('wrapped_key').notNull(),
    /** JPEG, PNG, GIF. */
    type: text('type').$type<PictureType>().notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    size: integer('size').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('realname_photo_account').on(t.accountId, t.createdAt),
    index('realname_photo_application').on(t.applicationId),
  ],
);

/** Further data of an enterprise ([3.1a]), stored when it is verified. */
export const enterpriseProfile = sqliteTable('enterprise_profile', {
  enterpriseId: text('enterprise_id').primaryKey(),
  /** The application that provided the data. */
  applicationId: text('application_id').notNull(),
  fields: text('fields', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  sealed: text('sealed', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  /** Keyed digests, to detect changes. */
  legalIndex: text('legal_index').notNull(),
  numberIndex: text('number_index').notNull(),
  authorizedId: text('authorized_id').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Requests to the simulated verification providers; shown and decided on /sim only. */
export const simulatedCheck = sqliteTable('simulated_check', {
  ref: text('ref').primaryKey(),
  kind: text('kind').notNull(),
  state: text('state').$type<FaceState>().notNull().default('PENDING'),
  /** Name in the form that may be shown. */
  name: text('name').notNull(),
  returnUrl: text('return_url').notNull().default(''),
  createdAt: integer('created_at').notNull(),
});
