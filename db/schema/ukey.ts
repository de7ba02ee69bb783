import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ConsentSubject } from '#core/task/consent-calls.ts';
import type { UkeySigningState } from '#core/task/ukey-calls.ts';

/** UKeys of people, by the serial number of the device ([2.20]); a device is bound to one account at a time. */
export const userUkey = sqliteTable(
  'user_ukey',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    serial: text('serial').notNull(),
    label: text('label').notNull(),
    /** Of the person, with the device's own key. */
    certificateId: text('certificate_id').notNull(),
    boundAt: integer('bound_at').notNull(),
    unboundAt: integer('unbound_at'),
  },
  (t) => [
    uniqueIndex('user_ukey_serial').on(t.serial).where(sql`unbound_at is null`),
    index('user_ukey_account').on(t.accountId),
    index('user_ukey_certificate').on(t.certificateId),
  ],
);

/**
 * A signing whose key is in a UKey, between its two halves: whose it is, and where what was begun is kept. Nothing else
 * waits for it.
 */
export const ukeySigning = sqliteTable(
  'ukey_signing',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    entId: text('ent_id').notNull(),
    kind: text('kind').$type<ConsentSubject['kind']>().notNull(),
    targetId: text('target_id').notNull(),
    ukeySerial: text('ukey_serial').notNull(),
    /** SHA-256 of what was begun, under which it lies in the file store. */
    begunSha256: text('begun_sha256').notNull().default(''),
    /** The answer, once it is done. */
    answer: text('answer', { mode: 'json' }).$type<NonNullable<UkeySigningState['done']>>(),
    expiresAt: integer('expires_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('ukey_signing_expiry').on(t.expiresAt)],
);
