/** Big-endian reads that return 0 past the end: embedded fonts are often truncated, which must not prevent a page. */
export interface ByteReader {
  length: number;
  u8(at: number): number;
  i8(at: number): number;
  u16(at: number): number;
  i16(at: number): number;
  u24(at: number): number;
  u32(at: number): number;
  tag(at: number): string;
  slice(start: number, end: number): Uint8Array;
}

export function byteReader(bytes: Uint8Array): ByteReader {
  const u8 = (at: number) => bytes[at] ?? 0;
  const u16 = (at: number) => (u8(at) << 8) | u8(at + 1);
  return {
    length: bytes.length,
    u8,
    u16,
    i8: (at) => (u8(at) << 24) >> 24,
    i16: (at) => (u16(at) << 16) >> 16,
    u24: (at) => (u16(at) << 8) | u8(at + 2),
    u32: (at) => u16(at) * 0x10000 + u16(at + 2),
    tag: (at) => String.fromCharCode(u8(at), u8(at + 1), u8(at + 2), u8(at + 3)),
    slice: (start, end) => bytes.subarray(Math.max(0, start), Math.max(0, Math.min(end, bytes.length))),
  };
}
