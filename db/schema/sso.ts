import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** A customer's system that may sign in members of one enterprise ([7.18]). */
export const ssoCustomer = sqliteTable(
  'sso_customer',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** First segment of the URL path of its entry pages: /{path}/singleSignOn. */
    path: text('path').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    /** HS256 or EdDSA. */
    algorithm: text('algorithm').notNull(),
    /** HS256: the shared key, wrapped. EdDSA: the public key, base64url of its 32 bytes. */
    key: text('key').notNull(),
    /** The previous key, stored the same way, '' for none, and until when links signed with it are accepted. */
    formerKey: text('former_key').notNull().default(''),
    formerUntil: integer('former_until'),
    /** Allowed return addresses of sessions: JSON array of origins with a path prefix. */
    returnAddresses: text('return_addresses', { mode: 'json' }).$type<string[]>().notNull(),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('sso_customer_path').on(t.path), index('sso_customer_enterprise').on(t.enterpriseId)],
);

/** Used links; each can be used once. */
export const ssoUsedLink = sqliteTable(
  'sso_used_link',
  {
    customerId: text('customer_id').notNull(),
    linkId: text('link_id').notNull(),
    usedAt: integer('used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.linkId] }), index('sso_used_link_end').on(t.expiresAt)],
);

/** Sessions created by single sign-on: they act only for the customer's enterprise. */
export const ssoSession = sqliteTable(
  'sso_session',
  {
    sessionId: text('session_id').primaryKey(),
    customerId: text('customer_id').notNull(),
    returnAddress: text('return_address').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('sso_session_customer').on(t.customerId)],
);

/** The identity provider (OpenID Connect) by which members of an enterprise may log in. */
export const firmProvider = sqliteTable(
  'firm_provider',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    /** Short name, the last part of the login address. */
    path: text('path').notNull(),
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    /** The client secret, wrapped. */
    wrapped: text('wrapped').notNull(),
    /** Mail domains whose verified addresses identify members at their first login. */
    domains: text('domains', { mode: 'json' }).$type<string[]>().notNull(),
    enabled: integer('enabled', { mode: 'boolean' }).notNull(),
    changedAt: integer('changed_at').notNull(),
  },
  (t) => [
    uniqueIndex('firm_provider_enterprise').on(t.enterpriseId),
    uniqueIndex('firm_provider_path').on(t.path),
  ],
);

/** A login that was begun at a provider: good once, for the browser that began it. */
export const firmLogin = sqliteTable(
  'firm_login',
  {
    /** SHA-256 of the browser’s ticket. */
    ticketHash: text('token_hash').primaryKey(),
    providerId: text('provider_id').notNull(),
    state: text('state').notNull(),
    nonce: text('nonce').notNull(),
    /** PKCE code verifier (RFC 7636). */
    verifier: text('verifier').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('firm_login_end').on(t.expiresAt)],
);

/** Who at a provider is which member: fixed at the first login. */
export const firmLink = sqliteTable(
  'firm_link',
  {
    id: text('id').primaryKey(),
    providerId: text('provider_id').notNull(),
    enterpriseId: text('enterprise_id').notNull(),
    /** Issuer and subject of the ID token: after a change of provider nobody is known. */
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    accountId: text('account_id').notNull(),
    linkedAt: integer('linked_at').notNull(),
    usedAt: integer('used_at').notNull(),
  },
  (t) => [
    uniqueIndex('firm_link_subject').on(t.providerId, t.issuer, t.subject),
    uniqueIndex('firm_link_account').on(t.accountId, t.providerId),
    index('firm_link_enterprise').on(t.enterpriseId, t.linkedAt),
  ],
);
