/** Paths of a log's files relative to its URL (C2SP tlog-tiles). */

/** Number of hashes in a full tile. */
export const TILE_WIDTH = 256;

/** Each hash of a tile covers 2^(8·level) leaves. `width` is 1 to 256; tiles below 256 are partial. */
export interface Tile {
  level: number;
  index: number;
  width: number;
}

/** Path of the latest checkpoint. */
export const CHECKPOINT_PATH = 'checkpoint';

/** `1234067` as `x001/x234/067`. */
function indexPath(index: number): string {
  const groups: string[] = [];
  let rest = index;
  do {
    groups.unshift(String(rest % 1000).padStart(3, '0'));
    rest = Math.floor(rest / 1000);
  } while (rest > 0);
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
}

const partOf = (width: number): string => (width < TILE_WIDTH ? `.p/${width}` : '');

/**
 * Path of a tile of hashes.
 *
 * ```ts
 * tilePath({ level: 0, index: 1234067, width: 256 }); // 'tile/0/x001/x234/067'
 * tilePath({ level: 1, index: 0, width: 3 }); // 'tile/1/000.p/3'
 * ```
 */
export const tilePath = ({ level, index, width }: Tile): string =>
  `tile/${level}/${indexPath(index)}${partOf(width)}`;

/** Path of the bundle with the entries of the level-0 tile of this index. */
export const entriesPath = ({ index, width }: Pick<Tile, 'index' | 'width'>): string =>
  `tile/entries/${indexPath(index)}${partOf(width)}`;

/** Parses a path written by `tilePath` or `entriesPath`; null for any other. */
export function readTilePath(path: string): (Omit<Tile, 'level'> & { level: number | 'entries' }) | null {
  const [, kind, groups, part] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  if (!kind || !groups) return null;
  const place = { index: Number(groups.replace(/[x/]/g, '')), width: part ? Number(part) : TILE_WIDTH };
  const level = kind === 'entries' ? kind : Number(kind);
  const written = level === 'entries' ? entriesPath(place) : tilePath({ level, ...place });
  return written === path && place.width > 0 ? { level, ...place } : null;
}

/** The tiles of one level of a tree of `size` leaves, starting with the index `from`. */
export function* tilesOf(level: number, size: number, from = 0): Generator<Tile> {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  for (let index = from; index * TILE_WIDTH < hashes; index++)
    yield { level, index, width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH) };
}
