import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { EmbedKind } from '#core/embed/reach.ts';
import type { EmbedTheme } from '#core/embed/theme.ts';

/** A one-time link that embeds one page for one identity, and the session that it began. */
export const embedLink = sqliteTable(
  'embed_link',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the secret in the link’s fragment. */
    secretHash: text('token_hash').notNull(),
    /** The API key that made it; revoking the key ends link and session. */
    keyId: text('key_id').notNull(),
    /** Enterprise of the key. */
    enterpriseId: text('enterprise_id').notNull(),
    kind: text('kind').$type<EmbedKind>().notNull(),
    /** Task; draft; template. */
    subjectId: text('subject_id').notNull(),
    /** The only template that it reaches; empty: none. */
    templateId: text('template_id').notNull().default(''),
    /** Who acts in it: an account, for an enterprise or, if empty, for themself. */
    accountId: text('account_id').notNull(),
    entId: text('ent_id').notNull(),
    /** Whether the person must confirm with a code before a session begins. */
    asksCode: integer('asks_code', { mode: 'boolean' }).notNull(),
    /** The only origin whose pages may contain it. */
    origin: text('origin').notNull(),
    language: text('language').notNull().default(''),
    theme: text('theme', { mode: 'json' }).$type<EmbedTheme>().notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    /** Null until it was used. */
    sessionId: text('session_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('embed_link_session').on(t.sessionId),
    index('embed_link_end').on(t.expiresAt),
    index('embed_link_key').on(t.keyId, t.createdAt),
    index('embed_link_enterprise').on(t.enterpriseId, t.createdAt),
  ],
);
