/** Reads bits, most significant first; past the end they are 0. */
export interface BitReader {
  /** Returns the next `count` bits (up to 25) without consuming them. */
  peek(count: number): number;
  skip(count: number): void;
  /** Consumes `count` bits, up to 32. */
  read(count: number): number;
  /** Skips to the next byte boundary. */
  align(): void;
  /** Index of the byte with the next bit. */
  byteAt(): number;
  seek(byte: number): void;
  ended(): boolean;
}

/** Reads bytes [start, end) of `bytes`; positions count from the start of `bytes`. */
export function bitReader(bytes: Uint8Array, start = 0, end = bytes.length): BitReader {
  let at = start * 8;
  const byte = (i: number) => (i < end ? (bytes[i] ?? 0) : 0);
  const peek = (count: number) => {
    if (count === 0) return 0;
    const first = at >>> 3;
    const word =
      ((byte(first) << 24) | (byte(first + 1) << 16) | (byte(first + 2) << 8) | byte(first + 3)) >>> 0;
    return ((word << (at & 7)) >>> 0) >>> (32 - count);
  };
  return {
    peek,
    skip: (count) => {
      at += count;
    },
    read(count) {
      if (count > 16) {
        const high = peek(count - 16);
        at += count - 16;
        const low = peek(16);
        at += 16;
        return high * 65536 + low;
      }
      const value = peek(count);
      at += count;
      return value;
    },
    align: () => {
      at = (at + 7) & ~7;
    },
    byteAt: () => at >>> 3,
    seek: (to) => {
      at = to * 8;
    },
    ended: () => at >= end * 8,
  };
}
