/** Huffman table (T.81, annex C): the largest code of each length, and the index of its first value. */
export interface Huffman {
  readonly largest: Int32Array;
  readonly offset: Int32Array;
  readonly values: Uint8Array;
}

/**
 * Builds a table from a DHT segment (T.81, clause B.2.4.2): the number of codes of 1 to 16 bits, and their values in
 * order.
 */
export function huffman(counts: Uint8Array, values: Uint8Array): Huffman {
  const [largest, offset] = [new Int32Array(17).fill(-1), new Int32Array(17)];
  let [code, at] = [0, 0];
  for (let length = 1; length <= 16; length++) {
    const count = counts[length - 1]!;
    offset[length] = at - code;
    code += count;
    at += count;
    if (count > 0) largest[length] = code - 1;
    code <<= 1;
  }
  return { largest, offset, values };
}

/** Bit reader of a scan: skips a zero byte after 0xff (stuffing, B.1.1.5); returns zeros at a marker or the end. */
export function jpegBits(data: Uint8Array) {
  let [at, held, left, beyond] = [0, 0, 0, 0];
  const bit = (): number => {
    if (left === 0) {
      const marker = data[at] === 0xff && data[at + 1] !== 0;
      if (at >= data.length || marker) {
        held = 0;
        beyond++;
      } else {
        held = data[at]!;
        at += held === 0xff ? 2 : 1;
      }
      left = 8;
    }
    left--;
    return (held >> left) & 1;
  };
  const number = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++) value = (value << 1) | bit();
    return value;
  };
  return {
    bit,
    number,
    /** Reads a signed number of `size` bits; the first bit determines the sign (F.2.2.1). */
    signed(size: number): number {
      if (size === 0) return 0;
      const value = number(Math.min(size, 16));
      return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
    },
    code({ largest, offset, values }: Huffman): number {
      let code = 0;
      for (let length = 1; length <= 16; length++) {
        code = (code << 1) | bit();
        if (code <= largest[length]!) return values[code + offset[length]!] ?? 0;
      }
      return 0;
    },
    /** Advances past the next RST marker; false if there is none. */
    restart(): boolean {
      left = 0;
      while (at + 1 < data.length && !(data[at] === 0xff && data[at + 1]! !== 0 && data[at + 1] !== 0xff))
        at++;
      const marker = data[at + 1] ?? 0;
      if (marker < 0xd0 || marker > 0xd7) return false;
      at += 2;
      beyond = 0;
      return true;
    },
    /** Whether more bits were read than exist: reading on is pointless. */
    over: () => beyond > 64,
    position: () => at,
  };
}
