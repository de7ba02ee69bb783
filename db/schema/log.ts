import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** What the transparency log holds of an entry of a trail. Written with the entry, put into the tree by a job. */
export const logLeaf = sqliteTable(
  'log_leaf',
  {
    taskId: text('task_id').notNull(),
    seq: integer('seq').notNull(),
    /** Random, 32 bytes in hexadecimal: without it nobody can tell which entry a leaf is of. */
    salt: text('salt').notNull(),
    /** Place in the log, from 0 without a gap; null until it has one. Never changed afterwards. */
    position: integer('position'),
    /** What stands there: hexadecimal, empty until then (core/log/trail-leaf.ts). */
    leaf: text('leaf').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.seq] }),
    uniqueIndex('log_leaf_position').on(t.position),
    index('log_leaf_waiting').on(t.taskId, t.seq).where(sql`position is null`),
  ],
);

/** What the log said of itself: one for each size that was signed, never two. */
export const logCheckpoint = sqliteTable('log_checkpoint', {
  size: integer('size').primaryKey(),
  /** Hexadecimal. */
  root: text('root').notNull(),
  /** The signed note as it travels. */
  note: text('note').notNull(),
  /** A time stamp (RFC 3161 token, DER in base64) on the note; empty until one is asked for. */
  token: text('token').notNull().default(''),
  createdAt: integer('created_at').notNull(),
});

/** The log's name and key, made at its first use and kept: one row. */
export const logKey = sqliteTable('log_key', {
  id: text('id').primaryKey(),
  origin: text('origin').notNull(),
  /** Ed25519, base64. */
  publicKey: text('public_key').notNull(),
  /** The private one, in `signing_key`. */
  keyId: text('key_id').notNull(),
});
