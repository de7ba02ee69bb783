import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const enterprise = sqliteTable(
  'enterprise',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull().default(''),
    creditCode: text('credit_code').notNull().default(''),
    ownerType: text('owner_type').notNull().default('OUTSIDE'),
    nodeType: text('node_type').notNull().default('ENTERPRISE-ENTERPRISE'),
    parentId: text('parent_id'),
    authStatus: text('auth_status').notNull().default('UNAUTH'),
    businessStatus: text('business_status').notNull().default('PENDING_REVIEW'),
    /** Business edition: gets template roles and fields ([6.6g]). */
    isBiz: integer('is_biz', { mode: 'boolean' }).notNull().default(false),
    administratorId: text('administrator_id'),
    /** Balance in copies ([2.8b]). */
    copies: integer('copies').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('enterprise_name').on(t.name), index('enterprise_parent').on(t.parentId)],
);

/** A person in an enterprise ([6.1], [6.2b]). */
export const member = sqliteTable(
  'member',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    accountId: text('account_id').notNull(),
    /** JSON array of Role. */
    roles: text('roles', { mode: 'json' }).$type<string[]>().notNull(),
    /** JSON array of business types; null for all. */
    businessTypes: text('business_types', { mode: 'json' }).$type<string[] | null>(),
    joinedAt: integer('joined_at').notNull(),
    leftAt: integer('left_at'),
  },
  (t) => [
    uniqueIndex('member_pair').on(t.enterpriseId, t.accountId),
    index('member_account').on(t.accountId),
  ],
);
