import { type Bytes, concatBytes } from '#core/bytes.ts';

/** A file that is read in pieces: `read` returns the bytes [from, to), which are always within [0, length). */
export interface RandomAccess {
  readonly length: number;
  read(from: number, to: number): Bytes | Promise<Bytes>;
}

export type PdfSource = Bytes | RandomAccess;

/** Reads the whole file into memory. */
export async function readAll(source: PdfSource): Promise<Bytes> {
  return source instanceof Uint8Array ? source : await source.read(0, source.length);
}

/**
 * A file with bytes appended, without a copy of the file.
 *
 * ```ts
 * const signed = await openPdf(withAppended(file, begun.append));
 * ```
 */
export function withAppended(file: PdfSource, appended: Bytes): PdfSource {
  if (appended.length === 0) return file;
  const read = (from: number, to: number): Bytes | Promise<Bytes> =>
    file instanceof Uint8Array ? file.subarray(from, to) : file.read(from, to);
  return {
    length: file.length + appended.length,
    read: async (from, to) => {
      const rest = appended.subarray(Math.max(0, from - file.length), Math.max(0, to - file.length));
      if (from >= file.length) return rest;
      const first = await read(from, Math.min(to, file.length));
      return rest.length === 0 ? first : concatBytes(first, rest);
    },
  };
}
