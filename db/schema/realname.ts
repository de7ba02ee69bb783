import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { PictureType } from '#core/realname/clean-picture.ts';
import type { PhotoKind } from '#core/realname/photos.ts';
import type { ApplicationState, FaceState, Route } from '#core/realname/states.ts';

/**
 * An application for a real name, of a person or of an enterprise. What it says stands field by field: `fields` what is
 * public of an enterprise, `sealed` what is personal, each value AES-GCM under the field key.
 */
export const realnameApplication = sqliteTable(
  'realname_application',
  {
    id: text('id').primaryKey(),
    /** PERSON or ENTERPRISE. */
    subject: text('subject').$type<'PERSON' | 'ENTERPRISE'>().notNull(),
    accountId: text('account_id').notNull(),
    /** The enterprise, as soon as there is one. */
    entId: text('ent_id').notNull().default(''),
    /** FACE, REVIEW, TRANSFER; empty for a draft. */
    route: text('route').$type<Route | ''>().notNull().default(''),
    state: text('state').$type<ApplicationState>().notNull().default('DRAFT'),
    /** State of the person or enterprise before it: what it falls back to. */
    before: text('before').notNull().default('UNAUTH'),
    /** The enterprise that it is about; empty for a person, whose name lies in `sealed`. */
    name: text('name').notNull().default(''),
    /** Keyed digest of a person's name, to find an application by the whole of it. */
    nameIndex: text('name_index').notNull().default(''),
    fields: text('fields', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    sealed: text('sealed', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** Keyed digest of the number that may have one owner only: ID or credit code. */
    numberIndex: text('number_index').notNull().default(''),
    /** The check of the face or of the account, at its provider. */
    checkRef: text('check_ref').notNull().default(''),
    checkState: text('check_state').$type<FaceState | ''>().notNull().default(''),
    checkUrl: text('check_url').notNull().default(''),
    checkEndsAt: integer('check_ends_at'),
    /** Wrong amounts so far. */
    tries: integer('tries').notNull().default(0),
    reason: text('reason').notNull().default(''),
    reviewerId: text('reviewer_id').notNull().default(''),
    submittedAt: integer('submitted_at'),
    decidedAt: integer('decided_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Raised with every change: what a change was decided on must still hold when it is written. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('realname_application_account').on(t.accountId, t.subject, t.createdAt),
    index('realname_application_ent').on(t.entId, t.state),
    index('realname_application_review').on(t.state, t.subject, t.submittedAt),
    index('realname_application_check').on(t.state, t.checkEndsAt),
    index('realname_application_name').on(t.nameIndex),
    // Names that are still to be sealed.
    index('realname_application_plain').on(t.id).where(sql`subject = 'PERSON' and name <> ''`),
    // One person has one application under way.
    uniqueIndex('realname_application_open')
      .on(t.accountId)
      .where(sql`subject = 'PERSON' and state in ('CHECKING', 'REVIEWING')`),
  ],
);

/**
 * A picture that was handed in: stored under a key of its own, which lies wrapped here, so that removing the row leaves
 * nothing that could be read.
 */
export const realnamePhoto = sqliteTable(
  'realname_photo',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    kind: text('kind').$type<PhotoKind>().notNull(),
    /** The application that it belongs to; empty until that was handed in. */
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

/** What is known of an enterprise beside its row ([3.1a]): written when it is authenticated. */
export const enterpriseProfile = sqliteTable('enterprise_profile', {
  enterpriseId: text('enterprise_id').primaryKey(),
  /** The application that it came from. */
  applicationId: text('application_id').notNull(),
  fields: text('fields', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  sealed: text('sealed', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  /** Keyed digests, to see whether these were changed. */
  legalIndex: text('legal_index').notNull(),
  numberIndex: text('number_index').notNull(),
  authorizedId: text('authorized_id').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** What the simulators of checks were asked for: shown and decided on /sim only. */
export const simulatedCheck = sqliteTable('simulated_check', {
  ref: text('ref').primaryKey(),
  kind: text('kind').notNull(),
  state: text('state').$type<FaceState>().notNull().default('PENDING'),
  /** Name as it may be shown. */
  name: text('name').notNull(),
  returnUrl: text('return_url').notNull().default(''),
  createdAt: integer('created_at').notNull(),
});
