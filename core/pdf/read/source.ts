import type { Bytes } from '#core/bytes.ts';

/** A file that is read in pieces: `read` returns the bytes [from, to), which are always within [0, length). */
export interface RandomAccess {
  readonly length: number;
  read(from: number, to: number): Bytes | Promise<Bytes>;
}

export type PdfSource = Bytes | RandomAccess;

/** Reads the whole file into memory. */
export async function readWhole(source: PdfSource): Promise<Bytes> {
  return source instanceof Uint8Array ? source : await source.read(0, source.length);
}
