import type { Bytes } from '#core/bytes.ts';
import { EMPTY_ROOT, HASH_BYTES, nodeHash, splitOf } from './merkle-hash.ts';
import { TILE_WIDTH, type Tile } from './tile.ts';

/** Reads a tile: its concatenated hashes, 32 bytes each. */
export type ReadTile = (tile: Tile) => Promise<Bytes>;

/** A tree of a given size whose hashes are read from tiles. */
export interface Tree {
  size: number;
  /** The tree's root (RFC 6962, clause 2.1). */
  root(): Promise<Bytes>;
  /** The inclusion proof of the leaf at `index` (RFC 6962, clause 2.1.1), from the leaf up. */
  inclusion(index: number): Promise<Bytes[]>;
  /** The consistency proof between the tree of the first `older` leaves and this tree (RFC 6962, clause 2.1.2). */
  consistency(older: number): Promise<Bytes[]>;
}

/**
 * Opens a tree over tiles (C2SP tlog-tiles); each tile is read once. Throws a RangeError for a leaf or size outside of
 * the tree and for a tile whose length does not match its width; errors of `readTile` pass through.
 *
 * ```ts
 * const tree = openTree(checkpoint.size, (tile) => fetchTile(tilePath(tile)));
 * const proof = await tree.inclusion(41);
 * verifyInclusion(leafHash(entry), 41, proof, checkpoint) === true;
 * ```
 */
export function openTree(size: number, readTile: ReadTile): Tree {
  const tiles = new Map<string, Bytes>();

  async function tileAt(level: number, index: number): Promise<Bytes> {
    const key = `${level}/${index}`;
    const known = tiles.get(key);
    if (known) return known;
    const hashes = Math.floor(size / TILE_WIDTH ** level);
    const width = Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH);
    const bytes = await readTile({ level, index, width });
    if (bytes.length !== width * HASH_BYTES) throw new RangeError(`tile ${key}: not ${width} hashes`);
    tiles.set(key, bytes);
    return bytes;
  }

  /** Hash of the complete subtree of 2^height leaves that starts at the leaf `first`. */
  async function stored(first: number, height: number): Promise<Bytes> {
    const level = Math.floor(height / 8);
    const at = first / TILE_WIDTH ** level;
    const tile = await tileAt(level, Math.floor(at / TILE_WIDTH));
    const from = (at % TILE_WIDTH) * HASH_BYTES;
    return rootOfHashes(tile.subarray(from, from + 2 ** (height % 8) * HASH_BYTES));
  }

  /** Hash of the leaves from `first` to `end`, exclusive. */
  async function range(first: number, end: number): Promise<Bytes> {
    const height = Math.log2(end - first);
    if (Number.isInteger(height)) return stored(first, height);
    const middle = first + splitOf(end - first);
    return nodeHash(await range(first, middle), await range(middle, end));
  }

  async function path(index: number, first: number, end: number): Promise<Bytes[]> {
    if (end - first === 1) return [];
    const middle = first + splitOf(end - first);
    return index < middle
      ? [...(await path(index, first, middle)), await range(middle, end)]
      : [...(await path(index, middle, end)), await range(first, middle)];
  }

  async function growth(older: number, first: number, end: number, known: boolean): Promise<Bytes[]> {
    if (older === end) return known ? [] : [await range(first, end)];
    const middle = first + splitOf(end - first);
    return older <= middle
      ? [...(await growth(older, first, middle, known)), await range(middle, end)]
      : [...(await growth(older, middle, end, false)), await range(first, middle)];
  }

  return {
    size,
    root: async () => (size === 0 ? EMPTY_ROOT : range(0, size)),
    async inclusion(index) {
      if (!Number.isSafeInteger(index) || index < 0 || index >= size)
        throw new RangeError(`no leaf ${index} in a tree of ${size}`);
      return path(index, 0, size);
    },
    async consistency(older) {
      if (!Number.isSafeInteger(older) || older < 0 || older > size)
        throw new RangeError(`${older} is no earlier size of a tree of ${size}`);
      return older === 0 ? [] : growth(older, 0, size, true);
    },
  };
}

/** Root of concatenated hashes; their number is a power of two. */
export function rootOfHashes(hashes: Bytes): Bytes {
  let level: Bytes[] = [];
  for (let at = 0; at < hashes.length; at += HASH_BYTES) level.push(hashes.subarray(at, at + HASH_BYTES));
  while (level.length > 1) {
    const above: Bytes[] = [];
    for (let i = 0; i < level.length; i += 2) above.push(nodeHash(level[i]!, level[i + 1]!));
    level = above;
  }
  return level[0]!;
}
