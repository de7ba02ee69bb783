import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { OwnerType, PersonAuth } from '#core/identity/states.ts';
import type { IdType } from '#core/validate/id-number.ts';

/**
 * A human being's login. `*Sealed` is AES-GCM under the field key, `*Index` its keyed digest for look-ups. `plain*` is what
 * a version from before names were sealed wrote, until a job has sealed it: then `plainLogin` is the id and `plainName` ''.
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
    /** In which the person last used the product, for messages; empty before that was kept. */
    language: text('language').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('account_login_name').on(t.plainLogin),
    uniqueIndex('account_login').on(t.loginIndex),
    // Names that are still to be sealed.
    index('account_plain').on(t.id).where(sql`login_index is null or real_name <> ''`),
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
    /** User agent. */
    device: text('device').notNull().default(''),
    /** Of the browser's device cookie; empty where it has none. A device that signed in before is a known one. */
    deviceId: text('device_id').notNull().default(''),
    /** Network that it was last used from, without its last part. */
    network: text('network').notNull().default(''),
    /** The bound UKey that it was begun with (`user_ukey`): it ends with that. Empty for every other way in. */
    keyId: text('key_id').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('session_account').on(t.accountId),
    uniqueIndex('session_refresh').on(t.refreshHash),
    index('session_device').on(t.deviceId, t.accountId),
  ],
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
    /** Id of the device or account that asked for it; empty where it keeps none. Others try on a count of their own. */
    askedBy: text('asked_by').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    strangeTries: integer('strange_tries').notNull().default(0),
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
  (t) => [primaryKey({ columns: [t.name, t.windowStart] }), index('rate_count_window').on(t.windowStart)],
);

/** Nonces that were used up: of password envelopes and the like. */
export const usedNonce = sqliteTable(
  'used_nonce',
  {
    nonce: text('nonce').primaryKey(),
    expiresAt: integer('expires_at').notNull(),
    /** The request that it came with, where one sent twice has one effect; empty elsewhere. */
    requestKey: text('request_key').notNull().default(''),
  },
  (t) => [index('used_nonce_end').on(t.expiresAt)],
);

/** A security verification: made, answered once, and its pass spent once. */
export const captcha = sqliteTable(
  'captcha',
  {
    id: text('id').primaryKey(),
    /** image, blockPuzzle, clickWord. */
    kind: text('kind').notNull(),
    /** What the right answer is, as JSON; never leaves the server. */
    answer: text('answer').notNull(),
    /** AES key under which the points of the answer come, 16 characters. */
    secretKey: text('secret_key').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When it was answered, rightly or not: there is no second answer. */
    answeredAt: integer('answered_at'),
    passedAt: integer('passed_at'),
    spentAt: integer('spent_at'),
  },
  (t) => [index('captcha_expires').on(t.expiresAt)],
);

/** Which agreements a person accepted when, in which version ([1.13b]). */
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

/** A step of a longer deed that was proved by a code ([7.8b]): good once, for that deed and that address only. */
export const codeTicket = sqliteTable('code_ticket', {
  /** SHA-256 of the ticket. */
  hash: text('hash').primaryKey(),
  purpose: text('purpose').notNull(),
  /** Keyed digest of mobile or e-mail. */
  target: text('target').notNull(),
  expiresAt: integer('expires_at').notNull(),
  spentAt: integer('spent_at'),
});
