import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { KeyScope } from '#core/call.ts';
import type { BusinessType } from '#core/company/business-types.ts';

/** An API key of an enterprise. A program acts with it on behalf of its holder, within its scopes. */
export const apiKey = sqliteTable(
  'api_key',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    name: text('name').notNull(),
    /** Prefix of the key, for look-up; not secret. */
    prefix: text('prefix').notNull(),
    /** SHA-256 of the whole key. A plain hash suffices: with 256 random bits, guessing is infeasible. */
    keyHash: text('token_hash').notNull(),
    /** Hash of the previous key, '' for none, and until when it is accepted. */
    formerHash: text('former_hash').notNull().default(''),
    formerUntil: integer('former_until'),
    /** Administrator on whose behalf it acts. */
    holderId: text('holder_id').notNull(),
    scopes: text('scopes', { mode: 'json' }).$type<KeyScope[]>().notNull(),
    /** Networks that may use it, in CIDR notation; empty for all. */
    networks: text('networks', { mode: 'json' }).$type<string[]>().notNull(),
    /** Business types of the tasks and templates within its reach; null for all. */
    businessTypes: text('business_types', { mode: 'json' }).$type<BusinessType[]>(),
    /** Origins whose pages may embed links that it makes; empty for none. */
    origins: text('origins', { mode: 'json' }).$type<string[]>().notNull().default([]),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
    /** Precision: one minute. */
    lastUsedAt: integer('last_used_at'),
    /** Network of the last use: its address without the last part. */
    lastNetwork: text('last_network').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('api_key_prefix').on(t.prefix),
    index('api_key_enterprise').on(t.enterpriseId, t.createdAt),
  ],
);
