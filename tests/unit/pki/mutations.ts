import type { Bytes } from '#core/bytes.ts';

type Random = () => number;
const pick = (random: Random, below: number): number => Math.floor(random() * below);

const MUTATIONS: ((bytes: Bytes, random: Random) => Bytes)[] = [
  // one bit
  (bytes, random) => {
    const at = pick(random, bytes.length);
    bytes[at] = bytes[at]! ^ (1 << pick(random, 8));
    return bytes;
  },
  // a few bytes of anything
  (bytes, random) => {
    for (let i = 0; i < 4; i++) bytes[pick(random, bytes.length)] = pick(random, 256);
    return bytes;
  },
  // cut short
  (bytes, random) => bytes.slice(0, pick(random, bytes.length)),
  // a length that promises far too much
  (bytes, random) => {
    bytes.set(
      [0x84 + pick(random, 3), 0xff, 0xff, 0xff].slice(0, bytes.length),
      pick(random, bytes.length - 4),
    );
    return bytes;
  },
  // an indefinite length
  (bytes, random) => {
    bytes[pick(random, bytes.length)] = 0x80;
    return bytes;
  },
  // a piece taken out
  (bytes, random) => {
    const at = pick(random, bytes.length);
    const rest = bytes.subarray(at + 1 + pick(random, 20));
    const out = new Uint8Array(at + rest.length);
    out.set(bytes.subarray(0, at));
    out.set(rest, at);
    return out;
  },
  // a piece twice
  (bytes, random) => {
    const at = pick(random, bytes.length);
    const out = new Uint8Array(bytes.length + 16);
    out.set(bytes.subarray(0, at));
    out.set(bytes.subarray(Math.max(0, at - 16)), at);
    return out.slice(0, bytes.length + 16);
  },
];

/** `count` spoilt copies of `bytes`. */
export function* mutationsOf(bytes: Bytes, count: number, random: Random): Generator<Bytes> {
  for (let i = 0; i < count; i++) {
    yield MUTATIONS[pick(random, MUTATIONS.length)]!(new Uint8Array(bytes), random);
  }
}

/** Inputs made to hurt: nesting, lengths, counts. */
export function hostileInputs(): [name: string, bytes: Bytes][] {
  const repeat = (piece: number[], times: number): Bytes => {
    const out = new Uint8Array(piece.length * times);
    for (let i = 0; i < times; i++) out.set(piece, i * piece.length);
    return out;
  };
  const wrap = (id: number, inner: Bytes): Bytes => {
    const out = new Uint8Array(inner.length + 6);
    out.set([
      id,
      0x84,
      inner.length >>> 24,
      (inner.length >>> 16) & 255,
      (inner.length >>> 8) & 255,
      inner.length & 255,
    ]);
    out.set(inner, 6);
    return out;
  };
  return [
    ['nothing', new Uint8Array(0)],
    ['one byte', new Uint8Array([0x30])],
    ['nested indefinite lengths', repeat([0x30, 0x80], 200_000)],
    ['nested sequences that promise 4 GB', repeat([0x30, 0x84, 0xff, 0xff, 0xff, 0xff], 100_000)],
    ['closed nesting', new Uint8Array([...repeat([0x30, 0x80], 60), ...repeat([0, 0], 60)])],
    ['a million empty values', wrap(0x30, repeat([0x05, 0x00], 1_000_000))],
    ['a million pieces of an octet string', wrap(0x24, repeat([0x04, 0x00], 1_000_000))],
    ['a long tag number', new Uint8Array([0x3f, ...repeat([0xff], 100_000)])],
    ['a long object identifier', wrap(0x30, wrap(0x06, repeat([0xff], 500_000)))],
    ['zeros', new Uint8Array(1_000_000)],
    ['ones', new Uint8Array(1_000_000).fill(0xff)],
  ];
}
