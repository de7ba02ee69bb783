import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { KeyScope } from '#core/call.ts';
import type { BusinessType } from '#core/company/business-types.ts';

/** An API key of an enterprise: a program acts with it as its holder, within its scopes. */
export const apiKey = sqliteTable(
  'api_key',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    name: text('name').notNull(),
    /** The part of the key that finds it; no secret. */
    prefix: text('prefix').notNull(),
    /** SHA-256 of the whole key: it holds 256 random bits, so that nobody tries them out. */
    keyHash: text('token_hash').notNull(),
    /** The key before it and until when it is good; '' for none. */
    formerHash: text('former_hash').notNull().default(''),
    formerUntil: integer('former_until'),
    /** The administrator in whose name it acts. */
    holderId: text('holder_id').notNull(),
    scopes: text('scopes', { mode: 'json' }).$type<KeyScope[]>().notNull(),
    /** Networks in CIDR notation from which it may be used; empty for all. */
    networks: text('networks', { mode: 'json' }).$type<string[]>().notNull(),
    /** Business types of tasks and templates that it reaches; null for all. */
    businessTypes: text('business_types', { mode: 'json' }).$type<BusinessType[]>(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
    /** To the minute. */
    lastUsedAt: integer('last_used_at'),
    /** Network of the last use, without its last part. */
    lastNetwork: text('last_network').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('api_key_prefix').on(t.prefix),
    index('api_key_enterprise').on(t.enterpriseId, t.createdAt),
  ],
);
