import { createHash } from 'node:crypto';
import type { Bytes } from '#core/bytes.ts';
import { type Tile, tilePath } from '#core/log/tile.ts';

const sha256 = (...parts: Uint8Array[]): Bytes => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

/** RFC 6962, clause 2.1, word by word, with another SHA-256. */
export function naiveRoot(entries: readonly Uint8Array[]): Bytes {
  if (entries.length === 0) return sha256();
  if (entries.length === 1) return sha256(Uint8Array.of(0), entries[0]!);
  let k = 1;
  while (2 * k < entries.length) k *= 2;
  return sha256(Uint8Array.of(1), naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)));
}

/** Tiles in memory that, like objects of a store, are written once. */
export function tileStore() {
  const files = new Map<string, Bytes>();
  return {
    files,
    write(tiles: readonly { tile: Tile; bytes: Bytes }[]): void {
      for (const { tile, bytes } of tiles) {
        const known = files.get(tilePath(tile));
        if (known && Buffer.compare(known, bytes) !== 0) throw new Error(`${tilePath(tile)} was rewritten`);
        files.set(tilePath(tile), bytes);
      }
    },
    read: async (tile: Tile): Promise<Bytes> => {
      const bytes = files.get(tilePath(tile));
      if (!bytes) throw new Error(`no ${tilePath(tile)}`);
      return bytes;
    },
  };
}
