/** A table of T.81, annex C: by length of code the largest code, and where its values begin. */
export interface Huffman {
  readonly largest: Int32Array;
  readonly offset: Int32Array;
  readonly values: Uint8Array;
}

/** From a DHT segment (T.81, clause B.2.4.2): how many codes of 1 to 16 bits there are, and their values in order. */
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

/** The bits of a scan: a zero byte after 0xff is filling (B.1.1.5); at a marker or the end there are zeros. */
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
    /** F.2.2.1: a number of `size` bits whose first says its sign. */
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
    /** Goes past the next RST marker; false where there is none. */
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
    /** Whether more was read than there is: the rest is not worth reading. */
    over: () => beyond > 64,
    position: () => at,
  };
}
