import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** A passkey (WebAuthn) of a person: a second factor at login and a way to consent. Its private key never leaves the device. */
export const passkey = sqliteTable(
  'passkey',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    /** Base64url, chosen by the authenticator. */
    credentialId: text('credential_id').notNull(),
    /** COSE key (RFC 9052), base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the authenticator; 0 for those that do not count. */
    counter: integer('counter').notNull(),
    name: text('name').notNull(),
    isSynced: integer('is_synced', { mode: 'boolean' }).notNull(),
    addedAt: integer('added_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [uniqueIndex('passkey_credential').on(t.credentialId), index('passkey_account').on(t.accountId)],
);
