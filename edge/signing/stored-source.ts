import type { Bytes } from '#core/bytes.ts';
import type { RandomAccess } from '#core/pdf/read/source.ts';
import type { FileStore } from '#edge/kernel/storage/files.ts';

/** Size of the pieces that are read of a segment, and the number of those that are kept: 2 MB in total. */
const PIECE = 64 * 1024;
const CACHED_BLOCKS = 32;

/** Segments of the file store as one file that is read by ranges; pieces that were read are kept for the next reader. */
export function storedSource(
  files: Pick<FileStore, 'get'>,
  segments: readonly { key: string; length: number }[],
): RandomAccess {
  const pieces = new Map<string, Promise<Bytes>>();
  const pieceOf = ({ key, length }: { key: string; length: number }, index: number): Promise<Bytes> => {
    const name = `${key}:${index}`;
    const piece = pieces.get(name) ?? files.get(key, index * PIECE, Math.min(length, (index + 1) * PIECE));
    pieces.delete(name);
    pieces.set(name, piece);
    const [oldest] = pieces.keys();
    if (pieces.size > CACHED_BLOCKS && oldest !== undefined) pieces.delete(oldest);
    return piece;
  };
  return {
    length: segments.reduce((sum, { length }) => sum + length, 0),
    async read(from, to) {
      const out = new Uint8Array(to - from);
      const parts: Promise<void>[] = [];
      let start = 0;
      for (const segment of segments) {
        const first = Math.max(from, start);
        const end = Math.min(to, start + segment.length);
        for (let at = first; at < end; ) {
          const index = Math.floor((at - start) / PIECE);
          const base = start + index * PIECE;
          const upTo = Math.min(end, base + PIECE);
          const [begin, place] = [at - base, at - from];
          const length = upTo - at;
          parts.push(
            pieceOf(segment, index).then((piece) => {
              if (piece.length < begin + length) throw new Error('a segment is shorter than it was stored');
              out.set(piece.subarray(begin, begin + length), place);
            }),
          );
          at = upTo;
        }
        start += segment.length;
      }
      await Promise.all(parts);
      return out;
    },
  };
}
