import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { OrderState } from '#core/certificate/states.ts';

/** A private key of the edge keystore: PKCS#8 encrypted with the key-encryption key, never stored in plaintext. */
export const signingKey = sqliteTable('signing_key', {
  id: text('id').primaryKey(),
  /** RSA-2048, EC-P256, SM2 … */
  kind: text('kind').notNull(),
  /** AES-256-GCM: iv and ciphertext in base64, bound to the id. */
  wrapped: text('wrapped').notNull(),
  /** Id of the key-encryption key that wraps it. */
  kekId: text('kek_id').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const certificate = sqliteTable(
  'certificate',
  {
    id: text('id').primaryKey(),
    /** ROOT, ISSUING, PERSON, SEAL, SEAL_MAKER, TSA, OCSP; OUTSIDE for the issuer certificates of an external CA. */
    purpose: text('purpose').notNull(),
    /** P:accountId, E:enterpriseId, or CA. */
    ownerKey: text('owner_key').notNull(),
    /** Null if the private key is held elsewhere (UKey). */
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
    /** Name of the hardware authority that attested the key; empty without attestation, and for keys stored here. */
    attestedBy: text('attested_by').notNull().default(''),
    /** When its holders were notified of its expiry ([9.33]). */
    remindedAt: integer('reminded_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('certificate_serial').on(t.issuerId, t.serial),
    index('certificate_by_serial').on(t.serial),
    index('certificate_owner').on(t.ownerKey, t.purpose),
    index('certificate_expiry').on(t.notAfter),
  ],
);

/** An order for certificates of seals of one kind ([3.6b]). `version` is for optimistic locking. */
export const certificateOrder = sqliteTable(
  'certificate_order',
  {
    id: text('id').primaryKey(),
    number: text('number').notNull(),
    ownerKey: text('owner_key').notNull(),
    ownerName: text('owner_name').notNull(),
    sealCategory: text('seal_category').notNull(),
    /** APPLY or RENEW. */
    kind: text('kind').notNull(),
    state: text('state').$type<OrderState>().notNull(),
    /** The authority's reason for rejecting, postponing or ending it. */
    reason: text('reason').notNull().default(''),
    count: integer('count').notNull(),
    creatorId: text('creator_id').notNull(),
    creatorName: text('creator_name').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the authority was last polled. */
    askedAt: integer('asked_at'),
    endedAt: integer('ended_at'),
    /**
     * The person whose real name was sent to the authority, and when ([7.8m]); the data sent, encrypted, while the
     * order is open.
     */
    applicantId: text('applicant_id').notNull().default(''),
    applicantAt: integer('applicant_at'),
    applicantSealed: text('applicant_sealed', { mode: 'json' }).$type<Record<string, string>>(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('certificate_order_number').on(t.number),
    index('certificate_order_owner').on(t.ownerKey, t.createdAt),
    index('certificate_order_applicant').on(t.applicantId),
    index('certificate_order_open').on(t.state, t.askedAt),
  ],
);

export const certificateOrderItem = sqliteTable(
  'certificate_order_item',
  {
    orderId: text('order_id').notNull(),
    sealId: text('seal_id').notNull(),
    sealName: text('seal_name').notNull(),
    state: text('state').notNull(),
    /**
     * Key of the certificate and the certificate request (PKCS#10, base64) signed with it; reused for every attempt.
     */
    keyId: text('key_id'),
    request: text('request').notNull().default(''),
    certificateId: text('certificate_id'),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.sealId] }), index('certificate_order_item_seal').on(t.sealId)],
);
