import type { Bytes } from '#core/bytes.ts';

/**
 * PKCS#11 structures as bytes. They consist of unsigned longs and pointers without padding on every platform: on
 * 64-bit Unix both take 8 bytes, on 64-bit Windows longs take 4 and pointers 8, packed.
 */
export interface Layout {
  ulong: 4 | 8;
  pointer: 4 | 8;
}

/** Memory at a stable address while referenced: a dedicated buffer, never a slice of a pool. */
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

/** Fixed-length text, padded with spaces. */
export const readText = (bytes: Bytes, at: number, length: number): string =>
  new TextDecoder()
    .decode(bytes.subarray(at, at + length))
    .replace(/[\0 ]+$/, '')
    .trim();
