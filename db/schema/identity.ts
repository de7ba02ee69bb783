import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { OwnerType, PersonAuth } from '#core/identity/states.ts';
import type { IdType } from '#core/validate/id-number.ts';

/**
 * A person's login. `*Sealed` is encrypted with AES-GCM under the field key; `*Index` is the keyed digest for look-ups.
 * `plain*` holds unencrypted values written by older versions until a job encrypts them; afterwards `plainLogin` is the
 * id and `plainName` ''.
 */
export const account = sqliteTable(
  'account',
  {
    id: text('id').primaryKey(),
    plainLogin: text('login_name').notNull(),
    loginSealed: text('login_sealed').notNull().default(''),
    loginIndex: text('login_index'),
    mobileIndex: text('mobile_index').notNull(),
    mobileSealed: text('mobile_sealed').notNull(),
    emailIndex: text('email_index'),
    emailSealed: text('email_sealed'),
    plainName: text('real_name').notNull().default(''),
    nameSealed: text('name_sealed').notNull().default(''),
    idType: text('id_type').$type<IdType | ''>().notNull().default(''),
    idNumberIndex: text('id_number_index'),
    idNumberSealed: text('id_number_sealed'),
    ownerType: text('owner_type').$type<OwnerType>().notNull().default('OUTSIDE'),
    personalAuthStatus: text('personal_auth_status').$type<PersonAuth>().notNull().default('UNAUTH'),
    passwordHash: text('password_hash').notNull().default(''),
    defaultPassword: integer('default_password', { mode: 'boolean' }).notNull().default(false),
    signPasswordHash: text('sign_password_hash').notNull().default(''),
    photoKey: text('photo_key').notNull().default(''),
    platformAdmin: integer('platform_admin', { mode: 'boolean' }).notNull().default(false),
    status: text('status').notNull().default('ENABLE'),
    /** Language of the person's last use, for messages; empty for accounts that predate this column. */
    language: text('language').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('account_login_name').on(t.plainLogin),
    uniqueIndex('account_login').on(t.loginIndex),
    // Rows with names still to be encrypted.
    index('account_plain').on(t.id).where(sql`login_index is null or real_name <> ''`),
    uniqueIndex('account_mobile').on(t.mobileIndex),
    index('account_email').on(t.emailIndex),
    index('account_id_number').on(t.idNumberIndex),
    index('account_platform').on(t.platformAdmin).where(sql`platform_admin = 1`),
  ],
);

/** One sign-in on one device: a family of refresh tokens, of which only the newest is valid. */
export const session = sqliteTable(
  'session',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    /** Enterprise that the session acts for; empty when acting as a person. */
    entId: text('ent_id').notNull().default(''),
    /** SHA-256 of the newest refresh token. */
    refreshHash: text('refresh_hash').notNull(),
    /**
     * SHA-256 of the previous refresh token, valid for a few more seconds so that a lost response can be requested
     * again.
     */
    previousHash: text('previous_hash').notNull().default(''),
    rotatedAt: integer('rotated_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    endedAt: integer('ended_at'),
    /** User agent. */
    device: text('device').notNull().default(''),
    /** Id from the browser's device cookie; empty without one. A device that signed in before is a known device. */
    deviceId: text('device_id').notNull().default(''),
    /** Network of the last use: its address without the last part. */
    network: text('network').notNull().default(''),
    /**
     * The bound UKey used to sign in (`user_ukey`); unbinding it ends the session. Empty for other ways of signing in.
     */
    keyId: text('key_id').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('session_account').on(t.accountId),
    index('session_enterprise').on(t.entId),
    uniqueIndex('session_refresh').on(t.refreshHash),
    index('session_device').on(t.deviceId, t.accountId),
  ],
);

/** A code sent by SMS or e-mail: stored as a keyed digest, with limited attempts, single-use. */
export const authCode = sqliteTable(
  'auth_code',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose').notNull(),
    /** Keyed digest of the mobile number or e-mail address. */
    target: text('target').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Id of the device or account that requested it; empty without one. Attempts by others are counted separately. */
    askedBy: text('asked_by').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    strangeTries: integer('strange_tries').notNull().default(0),
    usedAt: integer('used_at'),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('auth_code_target').on(t.purpose, t.target, t.createdAt)],
);

/** Rate-limit counters per time window, by what is counted (an account, an address, a call). */
export const rateCount = sqliteTable(
  'rate_count',
  {
    name: text('name').notNull(),
    windowStart: integer('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.windowStart] }), index('rate_count_window').on(t.windowStart)],
);

/** Used nonces, for example of password envelopes. */
export const usedNonce = sqliteTable(
  'used_nonce',
  {
    nonce: text('nonce').primaryKey(),
    expiresAt: integer('expires_at').notNull(),
    /** Idempotency key of the request that used it; empty for calls that are not idempotent. */
    requestKey: text('request_key').notNull().default(''),
  },
  (t) => [index('used_nonce_end').on(t.expiresAt)],
);

/** A captcha: created, answered once, and its pass spent once. */
export const captcha = sqliteTable(
  'captcha',
  {
    id: text('id').primaryKey(),
    /** image, blockPuzzle, clickWord. */
    kind: text('kind').notNull(),
    /** The correct answer as JSON; never leaves the server. */
    answer: text('answer').notNull(),
    /** AES key with which the client encrypts the points of its answer, 16 characters. */
    secretKey: text('secret_key').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When it was answered, correctly or not: only one answer is allowed. */
    answeredAt: integer('answered_at'),
    passedAt: integer('passed_at'),
    spentAt: integer('spent_at'),
  },
  (t) => [index('captcha_expires').on(t.expiresAt)],
);

/** Accepted agreements, with version and time ([1.13b]). */
export const agreementConsent = sqliteTable(
  'agreement_consent',
  {
    accountId: text('account_id').notNull(),
    /** 1 to 4, as in /agreenment/{id}. */
    agreement: integer('agreement').notNull(),
    version: text('version').notNull(),
    language: text('language').notNull(),
    acceptedAt: integer('accepted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.agreement, t.version] })],
);

/**
 * Proof that a code was verified as a step of a longer process ([7.8b]): single-use, for that purpose and address only.
 */
export const codeTicket = sqliteTable('code_ticket', {
  /** SHA-256 of the ticket. */
  hash: text('hash').primaryKey(),
  purpose: text('purpose').notNull(),
  /** Keyed digest of the mobile number or e-mail address. */
  target: text('target').notNull(),
  expiresAt: integer('expires_at').notNull(),
  spentAt: integer('spent_at'),
});
