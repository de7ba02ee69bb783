import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Transparency-log leaf of a trail entry. Inserted with the entry; a job adds it to the tree. */
export const logLeaf = sqliteTable(
  'log_leaf',
  {
    taskId: text('task_id').notNull(),
    seq: integer('seq').notNull(),
    /** Random salt, 32 bytes in hex: without it, a leaf cannot be linked to its entry. */
    salt: text('salt').notNull(),
    /** Index in the log, gapless from 0; null until assigned, then immutable. */
    position: integer('position'),
    /** Leaf value in hex, empty until assigned (core/log/trail-leaf.ts). */
    leaf: text('leaf').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.seq] }),
    uniqueIndex('log_leaf_position').on(t.position),
    index('log_leaf_waiting').on(t.taskId, t.seq).where(sql`position is null`),
  ],
);

/** Signed checkpoints of the log: exactly one per signed tree size. */
export const logCheckpoint = sqliteTable('log_checkpoint', {
  size: integer('size').primaryKey(),
  /** Root hash, hex. */
  root: text('root').notNull(),
  /** The signed note in wire format. */
  note: text('note').notNull(),
  /** Time stamp on the note (RFC 3161 token, DER in base64); empty until requested. */
  token: text('token').notNull().default(''),
  createdAt: integer('created_at').notNull(),
});

/** Name and key of the log, created at its first use; a single row. */
export const logKey = sqliteTable('log_key', {
  id: text('id').primaryKey(),
  origin: text('origin').notNull(),
  /** Ed25519 public key, base64. */
  publicKey: text('public_key').notNull(),
  /** Id of the private key in `signing_key`. */
  keyId: text('key_id').notNull(),
});
