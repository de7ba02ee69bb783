import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

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

/** A signing whose key is in a UKey, on its way between the product and the device. Nothing else waits for it. */
export const ukeySigning = sqliteTable(
  'ukey_signing',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    entId: text('ent_id').notNull(),
    /** PLAN or QUICK. */
    kind: text('kind').notNull(),
    targetId: text('target_id').notNull(),
    /** What the person asked for, in the file store: drawings are large. */
    inputKey: text('input_key').notNull(),
    ukeySerial: text('ukey_serial').notNull(),
    /** SHA-256 of the messages that wait for their values, in order. */
    waiting: text('waiting', { mode: 'json' }).$type<string[]>().notNull(),
    /** Values that came, by the SHA-256 of their messages; base64. */
    signed: text('signed', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** Keys in the file store of what must be the same each time: seals, time stamps. */
    kept: text('kept', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** The answer, once it is done. */
    answer: text('answer', { mode: 'json' }),
    beganAt: integer('began_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('ukey_signing_expiry').on(t.expiresAt)],
);
