import { type Bytes, concatBytes } from '#core/bytes.ts';
import type { Random } from '../random.ts';

/** Bytes at which readers turn. */
const EDGES = [0, 1, 0x7f, 0x80, 0xfe, 0xff];
/** Longest piece that is repeated, moved or taken out, and most repetitions. */
const PIECE = 400;
const TIMES = 60;

type Mutation = (bytes: Bytes, random: Random) => Bytes;

/** A place; one of two lies in the head, where counts and sizes are. */
const place = (bytes: Bytes, random: Random): number =>
  random.below(random.chance(0.5) ? Math.min(bytes.length, 400) : bytes.length);

const piece = (bytes: Bytes, random: Random): [from: number, to: number] => {
  const from = random.below(bytes.length);
  return [from, Math.min(bytes.length, from + 1 + random.below(PIECE))];
};

const MUTATIONS: readonly Mutation[] = [
  (bytes, random) => {
    for (let n = 1 + random.below(8); n > 0; n--) bytes[place(bytes, random)]! ^= 1 << random.below(8);
    return bytes;
  },
  (bytes, random) => {
    for (let n = 1 + random.below(12); n > 0; n--)
      bytes[place(bytes, random)] = random.chance(0.5) ? random.pick(EDGES) : random.below(256);
    return bytes;
  },
  // a number of two or four bytes at its edges, in either order
  (bytes, random) => {
    const at = place(bytes, random);
    const number = random.pick([
      [0xff, 0xff, 0xff, 0xff],
      [0x7f, 0xff, 0xff, 0xff],
      [0xff, 0xff, 0xff, 0x7f],
      [0x80, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 1, 0, 0],
      [0xff, 0xff],
      [0, 0],
    ]);
    number.forEach((byte, i) => {
      if (at + i < bytes.length) bytes[at + i] = byte;
    });
    return bytes;
  },
  (bytes, random) => bytes.slice(0, random.below(bytes.length)),
  (bytes, random) => bytes.slice(random.below(Math.min(bytes.length, 64))),
  (bytes, random) => {
    const [from, to] = piece(bytes, random);
    return concatBytes(bytes.subarray(0, from), bytes.subarray(to));
  },
  (bytes, random) => {
    const [from, to] = piece(bytes, random);
    const again = Array.from({ length: 1 + random.below(TIMES) }, () => bytes.subarray(from, to));
    return concatBytes(bytes.subarray(0, to), ...again, bytes.subarray(to));
  },
  (bytes, random) => {
    const [from, to] = piece(bytes, random);
    const copy = bytes.slice(from, to);
    const at = random.below(Math.max(1, bytes.length - copy.length));
    bytes.set(copy, at);
    return bytes;
  },
  (bytes, random) => {
    const [from, to] = piece(bytes, random);
    bytes.fill(random.pick(EDGES), from, to);
    return bytes;
  },
  (bytes, random) =>
    concatBytes(
      bytes,
      Uint8Array.from({ length: 1 + random.below(PIECE) }, () => random.below(256)),
    ),
];

/** `bytes` spoilt once, whatever they are. The input is left as it is. */
export function mutateBytes(bytes: Bytes, random: Random): Bytes {
  if (bytes.length === 0) return Uint8Array.from({ length: random.below(40) }, () => random.below(256));
  return random.pick(MUTATIONS)(bytes.slice(), random);
}
