import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** A human being's login. `*Sealed` is AES-GCM under the field key, `*Index` its keyed digest for look-ups. */
export const account = sqliteTable(
  'account',
  {
    id: text('id').primaryKey(),
    loginName: text('login_name').notNull(),
    mobileIndex: text('mobile_index').notNull(),
    mobileSealed: text('mobile_sealed').notNull(),
    emailIndex: text('email_index'),
    emailSealed: text('email_sealed'),
    realName: text('real_name').notNull().default(''),
    idType: text('id_type').notNull().default(''),
    idNumberIndex: text('id_number_index'),
    idNumberSealed: text('id_number_sealed'),
    ownerType: text('owner_type').notNull().default('OUTSIDE'),
    personalAuthStatus: text('personal_auth_status').notNull().default('UNAUTH'),
    passwordHash: text('password_hash').notNull().default(''),
    defaultPassword: integer('default_password', { mode: 'boolean' }).notNull().default(false),
    signPasswordHash: text('sign_password_hash').notNull().default(''),
    photoKey: text('photo_key').notNull().default(''),
    platformAdmin: integer('platform_admin', { mode: 'boolean' }).notNull().default(false),
    status: text('status').notNull().default('ENABLE'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('account_login_name').on(t.loginName),
    uniqueIndex('account_mobile').on(t.mobileIndex),
    index('account_email').on(t.emailIndex),
    index('account_id_number').on(t.idNumberIndex),
  ],
);

/** One sign-in on one device: a family of refresh tokens, of which only the newest is good. */
export const session = sqliteTable(
  'session',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    /** Enterprise acted for; empty for the person. */
    entId: text('ent_id').notNull().default(''),
    /** SHA-256 of the newest refresh token. */
    refreshHash: text('refresh_hash').notNull(),
    /** SHA-256 of the one before it, good for a few seconds more so that a lost answer can be asked for again. */
    previousHash: text('previous_hash').notNull().default(''),
    rotatedAt: integer('rotated_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    endedAt: integer('ended_at'),
    device: text('device').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('session_account').on(t.accountId), uniqueIndex('session_refresh').on(t.refreshHash)],
);

/** A code sent by SMS or mail: kept as a keyed digest, tried a few times, used once. */
export const authCode = sqliteTable(
  'auth_code',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose').notNull(),
    /** Keyed digest of mobile or e-mail. */
    target: text('target').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    usedAt: integer('used_at'),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('auth_code_target').on(t.purpose, t.target, t.createdAt)],
);

/** Counters of attempts in a window, by what is counted (an account, an address, a call). */
export const rateCount = sqliteTable(
  'rate_count',
  {
    name: text('name').notNull(),
    windowStart: integer('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.windowStart] })],
);

/** Nonces that were used up: of password envelopes and the like. */
export const usedNonce = sqliteTable('used_nonce', {
  nonce: text('nonce').primaryKey(),
  expiresAt: integer('expires_at').notNull(),
});
