import type { Bytes } from '#core/bytes.ts';
import { type Tile, tilePath } from '#core/log/tile.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Where a file of the log lies in the file store. */
export const tilePlace = (path: string): string => `log/${path}`;

/** A tile of hashes as it was written. Throws NOT_FOUND. */
export const readLogTile = ({ files }: Context, tile: Tile): Promise<Bytes> =>
  files.placed(tilePlace(tilePath(tile)));
