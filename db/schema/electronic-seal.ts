import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * Electronic seals (SES_Seal of GB/T 38540-2020) created for OFD: one per seal picture and certificate, created at
 * first use and reused from then on.
 */
export const electronicSeal = sqliteTable(
  'electronic_seal',
  {
    /** Seal number (esID). */
    id: text('id').primaryKey(),
    sealId: text('seal_id').notNull(),
    /** The certificate that may use it, and the seal maker's certificate that signed it: SHA-256 of the DER, hex. */
    certificateSha256: text('certificate_sha256').notNull(),
    makerSha256: text('maker_sha256').notNull(),
    /** SHA-256 of the picture, hex. */
    pictureSha256: text('picture_sha256').notNull(),
    /** Key in the file store. */
    fileKey: text('file_key').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('electronic_seal_use').on(t.sealId, t.certificateSha256, t.makerSha256, t.pictureSha256),
  ],
);
