import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Drawing } from '#core/drawing.ts';

/** A seal ([3.5a]): a picture with a meaning and rules for its use. */
export const seal = sqliteTable(
  'seal',
  {
    id: text('id').primaryKey(),
    /** P:accountId or E:enterpriseId. */
    ownerKey: text('owner_key').notNull(),
    name: text('name').notNull(),
    /** ENTERPRISE, DEPARTMENT, PERSONAL, HANDWRITTEN, DATE, GENERAL. */
    category: text('category').notNull(),
    shape: text('shape').notNull().default('CIRCLE'),
    widthMm: real('width_mm').notNull(),
    heightMm: real('height_mm').notNull(),
    drawing: text('drawing', { mode: 'json' }).$type<Drawing>().notNull(),
    /** AUTO or UPLOAD. */
    method: text('method').notNull().default('AUTO'),
    certificateId: text('certificate_id'),
    certificateStatus: text('certificate_status').notNull().default('NOT_APPLIED'),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    deletedAt: integer('deleted_at'),
    creatorId: text('creator_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('seal_owner').on(t.ownerKey, t.deletedAt)],
);
