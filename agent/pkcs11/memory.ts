import type { Bytes } from '#core/bytes.ts';

/**
 * C structures of PKCS#11 as bytes. They hold unsigned longs and pointers only, one after the other without gaps, on
 * every platform: 64-bit Unix has both of 8 bytes, 64-bit Windows packs longs of 4 beside pointers of 8.
 */
export interface Layout {
  ulong: 4 | 8;
  pointer: 4 | 8;
}

/** Memory that stays where it is as long as it is held: a buffer of its own, never a piece of a pool. */
export const memory = (length: number): Bytes => new Uint8Array(new ArrayBuffer(length));

export function copyOf(bytes: Uint8Array): Bytes {
  const out = memory(bytes.length);
  out.set(bytes);
  return out;
}

export function writeNumber(bytes: Bytes, at: number, size: 4 | 8, value: number | bigint): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (size === 8) view.setBigUint64(at, BigInt(value), true);
  else view.setUint32(at, Number(value), true);
}

export function readNumber(bytes: Bytes, at: number, size: 4 | 8): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return size === 8 ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true);
}

/** Text of fixed length, filled with spaces. */
export const readText = (bytes: Bytes, at: number, length: number): string =>
  new TextDecoder()
    .decode(bytes.subarray(at, at + length))
    .replace(/[\0 ]+$/, '')
    .trim();
