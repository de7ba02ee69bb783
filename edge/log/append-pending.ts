import { and, asc, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { type Bytes, fromHex, sameBytes, toHex } from '#core/bytes.ts';
import { appendLeaves } from '#core/log/append-leaves.ts';
import { signCheckpoint } from '#core/log/checkpoint.ts';
import { writeEntries } from '#core/log/entry-bundle.ts';
import { EMPTY_ROOT, leafHash } from '#core/log/merkle-hash.ts';
import { entriesPath, TILE_WIDTH, tilePath, tilesOf } from '#core/log/tile.ts';
import { trailLeaf } from '#core/log/trail-leaf.ts';
import { openTree, type ReadTile } from '#core/log/tree.ts';
import type { TreeHead } from '#core/log/verify-proof.ts';
import { logCheckpoint, logLeaf, trail } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { atPresent } from '#edge/kernel/make-context.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { openLogKey, openPrivateKey } from './log-key.ts';
import { readLogTile, tilePlace } from './stored-tiles.ts';

/** Entries that get their places in one transaction. */
const AT_ONCE = 2_048;

/**
 * Appends pending trail entries to the log; called by a job and before a proof is needed.
 * In three steps, each of which can be done again: entries get their places in one transaction; tiles, whose content
 * follows from the places alone, are written; the tree is signed. A run that is interrupted between steps is
 * completed by the next one. Returns how many leaves were added.
 */
export async function appendPending(before: Context): Promise<number> {
  let added = 0;
  for (;;) {
    const context = atPresent(before);
    const head = await readHead(context);
    const placed = await numberPending(context);
    if (placed > head.size) {
      await publish(context, head, placed);
      added += placed - head.size;
    }
    if (!(await givePlaces(context, placed))) return added;
  }
}

/** The newest checkpoint's tree; an empty one before the first. */
async function readHead({ db }: Context): Promise<TreeHead> {
  const [row] = await db.select().from(logCheckpoint).orderBy(desc(logCheckpoint.size)).limit(1);
  return row ? { size: row.size, root: fromHex(row.root) } : { size: 0, root: EMPTY_ROOT };
}

async function numberPending({ db }: Context): Promise<number> {
  const [row] = await db.select({ last: sql<number | null>`max(${logLeaf.position})` }).from(logLeaf);
  return (row?.last ?? -1) + 1;
}

/** Assigns the next positions to pending entries; false if there are none. Of two concurrent calls, one writes nothing. */
async function givePlaces(context: Context, next: number): Promise<boolean> {
  const { db } = context;
  const rows = await db
    .select({ taskId: logLeaf.taskId, seq: logLeaf.seq, salt: logLeaf.salt, hash: trail.hash })
    .from(logLeaf)
    .innerJoin(trail, and(eq(trail.taskId, logLeaf.taskId), eq(trail.seq, logLeaf.seq)))
    .where(isNull(logLeaf.position))
    .orderBy(asc(trail.at), asc(logLeaf.taskId), asc(logLeaf.seq))
    .limit(AT_ONCE);
  if (rows.length === 0) return false;
  const places = JSON.stringify(
    rows.map(({ taskId, seq, salt, hash }, i) => [taskId, seq, next + i, toHex(trailLeaf(salt, hash))]),
  );
  const field = (i: number) => sql`place.value ->> ${sql.raw(`'$[${i}]'`)}`;
  try {
    await commit(
      context,
      [sql`select 1 where (select coalesce(max(${logLeaf.position}), -1) + 1 from ${logLeaf}) = ${next}`],
      [
        db
          .update(logLeaf)
          .set({ position: sql`${field(2)}`, leaf: sql`${field(3)}` })
          .from(sql`json_each(${places}) as place`)
          // The `+` keeps the index of positions out: with it, every entry that waits is compared with every place.
          .where(
            sql`${logLeaf.taskId} = ${field(0)} and ${logLeaf.seq} = ${field(1)} and +${logLeaf.position} is null`,
          ),
      ],
    );
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
  }
  return true;
}

/**
 * Writes the tiles of the tree of `size` leaves and signs it. Throws where what is stored does not lead to the tree that
 * was signed last: a log never says two things of one size.
 */
async function publish(context: Context, head: TreeHead, size: number): Promise<void> {
  const first = Math.floor(head.size / TILE_WIDTH);
  const entries = await readEntriesFrom(context, first * TILE_WIDTH, size);
  const read: ReadTile = async (tile) =>
    tile.level === 0 && tile.index === first
      ? hashesOf(entries.slice(0, tile.width))
      : readLogTile(context, tile);
  const before = await openTree(head.size, read).root();
  if (!sameBytes(before, head.root))
    throw new Error(`log: the leaves do not lead to the tree of ${head.size} that was signed`);
  const added = entries.slice(head.size - first * TILE_WIDTH).map(leafHash);
  const { root, tiles } = await appendLeaves(head.size, added, read);
  for (const { tile, bytes } of tiles) await context.files.place(tilePlace(tilePath(tile)), bytes);
  for (const tile of tilesOf(0, size, first)) {
    const from = (tile.index - first) * TILE_WIDTH;
    const bundle = writeEntries(entries.slice(from, from + tile.width));
    await context.files.place(tilePlace(entriesPath(tile)), bundle);
  }
  const key = await openLogKey(context);
  const note = signCheckpoint(key.name, { size, root }, await openPrivateKey(context));
  try {
    await context.db.insert(logCheckpoint).values({ size, root: toHex(root), note, createdAt: context.now });
  } catch (error) {
    // A concurrent run signed the same tree, as it follows from the positions.
    if (!isUniqueError(error)) throw error;
  }
}

async function readEntriesFrom({ db }: Context, first: number, end: number): Promise<Bytes[]> {
  const rows = await db
    .select({ leaf: logLeaf.leaf })
    .from(logLeaf)
    .where(and(gte(logLeaf.position, first), lt(logLeaf.position, end)))
    .orderBy(asc(logLeaf.position));
  if (rows.length !== end - first) throw new Error(`log: leaves are missing between ${first} and ${end}`);
  return rows.map(({ leaf }) => fromHex(leaf));
}

function hashesOf(entries: readonly Bytes[]): Bytes {
  const hashes = new Uint8Array(entries.length * 32);
  for (const [i, entry] of entries.entries()) hashes.set(leafHash(entry), i * 32);
  return hashes;
}
