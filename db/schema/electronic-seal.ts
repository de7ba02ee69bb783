import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * Electronic seals (SES_Seal of GB/T 38540-2020) that seals have been made into for OFD: one for a seal's picture and a
 * certificate, made when it is first used and the same from then on.
 */
export const electronicSeal = sqliteTable(
  'electronic_seal',
  {
    /** Its number (esID). */
    id: text('id').primaryKey(),
    sealId: text('seal_id').notNull(),
    /** Of the one certificate that may use it, and of the seal maker's that vouches for it: SHA-256 of the DER, hex. */
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
