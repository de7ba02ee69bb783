import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ConsentSubject } from '#core/task/consent-calls.ts';
import type { UkeySigningState } from '#core/task/ukey-calls.ts';

/** UKeys of people ([2.20]), by device serial number; a device is bound to one account at a time. */
export const userUkey = sqliteTable(
  'user_ukey',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    serial: text('serial').notNull(),
    label: text('label').notNull(),
    /** The person's certificate for the device's own key. */
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
 * State of a UKey signing between its two requests: who signs what, and where the prepared data is stored. Not
 * referenced by anything else.
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
    /** SHA-256 of the prepared data, its key in the file store. */
    begunSha256: text('begun_sha256').notNull().default(''),
    /** The response, once the signing is completed. */
    answer: text('answer', { mode: 'json' }).$type<NonNullable<UkeySigningState['done']>>(),
    expiresAt: integer('expires_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('ukey_signing_expiry').on(t.expiresAt)],
);
