import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Drawing } from '#core/drawing.ts';
import type { SealPicture } from '#core/seal/picture.ts';
import type { GrantLevel, SealCategory, SealRecord } from '#core/seal/states.ts';
import type { SealDesign } from '#core/sealart/design.ts';

/** A seal ([3.5a]): a picture with a category and rules for its use. */
export const seal = sqliteTable(
  'seal',
  {
    id: text('id').primaryKey(),
    /** P:accountId or E:enterpriseId. */
    ownerKey: text('owner_key').notNull(),
    name: text('name').notNull(),
    /** ENTERPRISE, DEPARTMENT, PERSONAL, HANDWRITTEN, DATE, GENERAL. */
    category: text('category').$type<SealCategory>().notNull(),
    shape: text('shape').notNull().default('CIRCLE'),
    widthMm: real('width_mm').notNull(),
    heightMm: real('height_mm').notNull(),
    drawing: text('drawing', { mode: 'json' }).$type<Drawing>().notNull(),
    /** Source of the drawing, for editing; null for seals that predate this column. */
    picture: text('picture', { mode: 'json' }).$type<SealPicture>(),
    /** AUTO or UPLOAD. */
    method: text('method').notNull().default('AUTO'),
    certificateId: text('certificate_id'),
    certificateStatus: text('certificate_status').notNull().default('NOT_APPLIED'),
    /** NONE or UPDATING; whether an update is due follows from the certificate's expiry. */
    certificateUpdate: text('certificate_update').notNull().default('NONE'),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    /** Whether each use needs an approval, even by holders. */
    needsApproval: integer('needs_approval', { mode: 'boolean' }).notNull().default(false),
    deletedAt: integer('deleted_at'),
    creatorId: text('creator_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Incremented with every change, for optimistic locking. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('seal_owner').on(t.ownerKey, t.deletedAt),
    index('seal_certificate').on(t.certificateId),
    // Seals whose certificate is being issued or renewed.
    index('seal_under_way')
      .on(t.id)
      .where(sql`certificate_status = 'APPLYING' or certificate_update = 'UPDATING'`),
    uniqueIndex('seal_name').on(t.ownerKey, t.name).where(sql`deleted_at is null`),
  ],
);

/** Who may use a seal of an enterprise ([6.3a]): EDITABLE or VIEWABLE. */
export const sealGrant = sqliteTable(
  'seal_grant',
  {
    sealId: text('seal_id').notNull(),
    accountId: text('account_id').notNull(),
    level: text('level').$type<GrantLevel>().notNull(),
    grantedBy: text('granted_by').notNull(),
    grantedAt: integer('granted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sealId, t.accountId] }), index('seal_grant_account').on(t.accountId)],
);

/** UKeys that may use a seal ([6.3b]), by the serial number of the device. */
export const sealUkey = sqliteTable(
  'seal_ukey',
  {
    sealId: text('seal_id').notNull(),
    serial: text('serial').notNull(),
    /** Certificate of the seal for this UKey's own key; null if none was issued. */
    certificateId: text('certificate_id'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sealId, t.serial] })],
);

/** History of a seal and its uses. Append-only. */
export const sealRecord = sqliteTable(
  'seal_record',
  {
    id: text('id').primaryKey(),
    sealId: text('seal_id').notNull(),
    at: integer('at').notNull(),
    record: text('record').$type<SealRecord>().notNull(),
    operatorId: text('operator_id').notNull(),
    operator: text('operator').notNull(),
    remark: text('remark').notNull().default(''),
    taskId: text('task_id').notNull().default(''),
    taskName: text('task_name').notNull().default(''),
  },
  (t) => [index('seal_record_seal').on(t.sealId, t.at)],
);

/** Design parameters saved by an enterprise under a name, for drawing similar seals ([2.19b]). */
export const sealTemplate = sqliteTable(
  'seal_template',
  {
    id: text('id').primaryKey(),
    ownerKey: text('owner_key').notNull(),
    name: text('name').notNull(),
    design: text('design', { mode: 'json' }).$type<SealDesign>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('seal_template_name').on(t.ownerKey, t.name)],
);

/** A person's authorization to use the enterprise's seals held by the cloud seal service ([4.22]). */
export const cloudSealToken = sqliteTable(
  'cloud_seal_token',
  {
    accountId: text('account_id').notNull(),
    entId: text('ent_id').notNull(),
    /** The service's token, encrypted like personal data. */
    tokenSealed: text('token_sealed').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.entId] })],
);

/** A pending QR code challenge of the service for that authorization, and the person it was requested for. */
export const cloudSealChallenge = sqliteTable(
  'cloud_seal_challenge',
  {
    challenge: text('challenge').primaryKey(),
    accountId: text('account_id').notNull(),
    entId: text('ent_id').notNull(),
    /** Used by the simulator: WAITING, ALLOWED or REFUSED, as chosen on /sim. */
    state: text('state').notNull().default('WAITING'),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('cloud_seal_challenge_account').on(t.accountId, t.expiresAt)],
);
