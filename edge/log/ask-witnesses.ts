import { and, desc, eq } from 'drizzle-orm';
import { fromUtf8 } from '#core/bytes.ts';
import { readCheckpoint } from '#core/log/checkpoint.ts';
import { cosignedAt } from '#core/log/cosignature.ts';
import { readNoteKey, writeNote } from '#core/log/signed-note.ts';
import { openTree } from '#core/log/tree.ts';
import { addCheckpoint, type Witness, withCosignature } from '#core/log/witness.ts';
import { logCheckpoint } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { askProvider } from '#edge/kernel/providers/ask-provider.ts';
import { readLogTile } from './stored-tiles.ts';

/** A witness that does not answer must not delay the proof of an entry for long. */
const WAIT_MS = 3_000;

/** The witnesses of LOG_WITNESSES: `key address`, commas between them. Throws for a broken key or address. */
function witnessesOf({ env }: Context): Witness[] {
  const lines = (env.LOG_WITNESSES ?? '').split(',').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [name = '', url = ''] = line.split(/\s+/);
    const key = readNoteKey(name);
    if (key?.kind !== 'cosignature' || !URL.canParse(url))
      throw new Error('LOG_WITNESSES: a witness is "key address", and its key one for cosignatures');
    return { key, url: url.replace(/\/+$/, '') };
  });
}

/**
 * Asks the witnesses to cosign the newest checkpoint (C2SP tlog-witness) and keeps their cosignatures in its note. One
 * that does not answer is asked again for the next checkpoint. A checkpoint that has its time stamp stays as it is,
 * because the time stamp is on the note.
 */
export async function askWitnesses(context: Context): Promise<void> {
  for (const witness of witnessesOf(context)) {
    const cosigned = await cosignedBy(context, witness).catch((error: unknown) => {
      noteFault(`witness ${witness.key.name}`, error, context.requestId);
      return null;
    });
    if (!cosigned) continue;
    const { size, before, note } = cosigned;
    const { db } = context;
    await db
      .update(logCheckpoint)
      .set({ note })
      .where(and(eq(logCheckpoint.size, size), eq(logCheckpoint.note, before), eq(logCheckpoint.token, '')));
  }
}

/** The newest checkpoint with the cosignature of this witness; null if it has one already, or may not get one. */
async function cosignedBy(context: Context, { key, url }: Witness) {
  const { db } = context;
  const [row] = await db.select().from(logCheckpoint).orderBy(desc(logCheckpoint.size)).limit(1);
  const checkpoint = row && readCheckpoint(row.note);
  if (!row || !checkpoint || row.token || cosignedAt(checkpoint.note, key) !== null) return null;
  const tree = openTree(row.size, (tile) => readLogTile(context, tile));
  const ask = async (old: number) =>
    askProvider(
      { name: 'witness', url, failure: (reason) => new Error(reason) },
      {
        path: '/add-checkpoint',
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        bytes: addCheckpoint(old, await tree.consistency(old), row.note),
        waitMs: WAIT_MS,
      },
    );
  let answer = await ask(0);
  // The witness answers what it cosigned last where that is another size.
  const known = answer.status === 409 ? Number(fromUtf8(answer.body).trim()) : 0;
  if (Number.isSafeInteger(known) && known > 0 && known <= row.size) answer = await ask(known);
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  const note = withCosignature(checkpoint.note, fromUtf8(answer.body), key);
  if (!note) throw new Error('answered without a valid cosignature');
  return { size: row.size, before: row.note, note: writeNote(note) };
}
