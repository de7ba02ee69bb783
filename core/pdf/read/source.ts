import type { Bytes } from '#core/bytes.ts';

/** A file that is read piece by piece: `read` gives the bytes [from, to). Nothing outside [0, length) is asked for. */
export interface RandomAccess {
  readonly length: number;
  read(from: number, to: number): Bytes | Promise<Bytes>;
}

export type PdfSource = Bytes | RandomAccess;

/** The whole file in memory. */
export async function readWhole(source: PdfSource): Promise<Bytes> {
  return source instanceof Uint8Array ? source : await source.read(0, source.length);
}
