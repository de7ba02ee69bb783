import { and, desc, eq } from 'drizzle-orm';
import { type Bytes, fromBase64, toBase64, toHex, utf8 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { EntryProof } from '#core/evidence/bundle.ts';
import type { NoteKey } from '#core/log/signed-note.ts';
import { openTree } from '#core/log/tree.ts';
import { verifyTimestampToken } from '#core/pki/tsp/verify-timestamp.ts';
import { logCheckpoint, logLeaf } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openTimestamps } from '#edge/pki/tsa.ts';
import { appendPending } from './append-pending.ts';
import { askWitnesses } from './ask-witnesses.ts';
import { openLogKey } from './log-key.ts';
import { readLogTile } from './stored-tiles.ts';

/** Proof that entries are in the log: a time-stamped checkpoint and the hashes up to its root. */
export interface LogProof {
  key: NoteKey;
  size: number;
  /** Hexadecimal. */
  root: string;
  /** The signed note, and a time stamp on it (RFC 3161 token). */
  note: string;
  token: Bytes;
  /** When it was stamped, as the token says: epoch ms. */
  stampedAt: number;
  /** By the entries' `seq`. */
  entries: Map<number, EntryProof>;
}

/**
 * Proves that all entries of a trail are in the log. Pending entries are appended first; the newest checkpoint gets
 * a time stamp where it has none. Throws TIMESTAMP_FAILED.
 */
export async function proveEntries(context: Context, taskId: string): Promise<LogProof> {
  await appendPending(context);
  await askWitnesses(context);
  const checkpoint = await stamped(context);
  const rows = await context.db.select().from(logLeaf).where(eq(logLeaf.taskId, taskId));
  const tree = openTree(checkpoint.size, (tile) => readLogTile(context, tile));
  const entries = new Map<number, EntryProof>();
  for (const { seq, salt, position } of rows) {
    // Entries that arrived in the meantime are in the next checkpoint.
    if (position === null || position >= checkpoint.size) continue;
    entries.set(seq, { salt, position, path: (await tree.inclusion(position)).map(toHex) });
  }
  return { ...checkpoint, key: await openLogKey(context), entries };
}

async function stamped(context: Context): Promise<Omit<LogProof, 'key' | 'entries'>> {
  const { db } = context;
  const [row] = await db.select().from(logCheckpoint).orderBy(desc(logCheckpoint.size)).limit(1);
  if (!row) throw new Error('log: nothing is in it');
  if (row.token) return withTime(row, fromBase64(row.token));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(row.note)));
  const token = await openTimestamps(context, 'RSA')({ digest, digestAlgorithm: 'SHA-256' });
  await db
    .update(logCheckpoint)
    .set({ token: toBase64(token) })
    .where(and(eq(logCheckpoint.size, row.size), eq(logCheckpoint.note, row.note)));
  return withTime(row, token);
}

async function withTime(row: { size: number; root: string; note: string }, token: Bytes) {
  const { info } = await verifyTimestampToken(token, { content: utf8(row.note) });
  if (!info) throw new AppError('TIMESTAMP_FAILED', { problems: 'timestamp-broken' });
  return { ...row, token, stampedAt: info.time };
}
