import { type Bytes, joinBytes } from '#core/bytes.ts';
import { HASH_BYTES } from './merkle-hash.ts';
import { TILE_WIDTH, type Tile } from './tile.ts';
import { openTree, type ReadTile, rootOfHashes } from './tree.ts';

/** Result of appending leaves: all new tiles, full or partial, and the new tree. */
export interface LogGrowth {
  size: number;
  root: Bytes;
  tiles: { tile: Tile; bytes: Bytes }[];
}

/**
 * Appends leaf hashes to a tree of `size` leaves. Reads only the partial tile at the end of each level and changes no
 * file: a tile that grows is a new file with a new name (C2SP tlog-tiles). Idempotent: the same leaves give the same
 * tiles, so an interrupted append can be repeated.
 *
 * ```ts
 * const { size, root, tiles } = await appendLeaves(0, entries.map(leafHash), readTile);
 * ```
 */
export async function appendLeaves(
  size: number,
  leaves: readonly Bytes[],
  readTile: ReadTile,
): Promise<LogGrowth> {
  const tiles: LogGrowth['tiles'] = [];
  const made = new Map<string, Bytes>();
  let added = [...leaves];
  for (let level = 0; added.length > 0; level++) {
    const before = Math.floor(size / TILE_WIDTH ** level);
    const width = before % TILE_WIDTH;
    let index = Math.floor(before / TILE_WIDTH);
    const partial = width > 0 ? [await readTile({ level, index, width })] : [];
    const bytes = joinBytes([...partial, ...added]);
    added = [];
    for (let at = 0; at < bytes.length; at += TILE_WIDTH * HASH_BYTES, index++) {
      const hashes = bytes.slice(at, at + TILE_WIDTH * HASH_BYTES);
      tiles.push({ tile: { level, index, width: hashes.length / HASH_BYTES }, bytes: hashes });
      made.set(`${level}/${index}`, hashes);
      if (hashes.length === TILE_WIDTH * HASH_BYTES) added.push(rootOfHashes(hashes));
    }
  }
  const tree = openTree(
    size + leaves.length,
    async (tile) => made.get(`${tile.level}/${tile.index}`) ?? readTile(tile),
  );
  return { size: tree.size, root: await tree.root(), tiles };
}
