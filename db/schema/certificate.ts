import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** A private key of the edge keystore: PKCS#8 under the key-encryption key, never in clear at rest. */
export const signingKey = sqliteTable('signing_key', {
  id: text('id').primaryKey(),
  /** RSA-2048, EC-P256, SM2 … */
  kind: text('kind').notNull(),
  /** AES-256-GCM: iv and ciphertext in base64, bound to the id. */
  wrapped: text('wrapped').notNull(),
  /** Which key-encryption key wraps it. */
  kekId: text('kek_id').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const certificate = sqliteTable(
  'certificate',
  {
    id: text('id').primaryKey(),
    /** ROOT, ISSUING, PERSON, SEAL, SEAL_MAKER, TSA, OCSP. */
    purpose: text('purpose').notNull(),
    /** P:accountId, E:enterpriseId, or CA. */
    ownerKey: text('owner_key').notNull(),
    /** Null where the private key lives outside (UKey). */
    keyId: text('key_id'),
    serial: text('serial').notNull(),
    subject: text('subject').notNull(),
    /** DER, base64. */
    der: text('der').notNull(),
    issuerId: text('issuer_id'),
    notBefore: integer('not_before').notNull(),
    notAfter: integer('not_after').notNull(),
    revokedAt: integer('revoked_at'),
    revocationReason: text('revocation_reason').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('certificate_serial').on(t.issuerId, t.serial),
    index('certificate_owner').on(t.ownerKey, t.purpose),
    index('certificate_expiry').on(t.notAfter),
  ],
);
