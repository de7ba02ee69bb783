import { type Bytes, concatBytes, joinBytes } from '#core/bytes.ts';
import type { Random } from '../random.ts';
import { mutateBytes } from './bytes.ts';
import { LARGEST, MANY } from './many.ts';

/** A value of DER (X.690) as it is written: its first byte, and its content or what is inside. */
interface Value {
  tag: number;
  content: Bytes;
  inside: Value[];
  /** How the length is written, where it is not as it should be. */
  length?: Bytes;
}

const MOST_DEPTH = 24;

/** The values in `bytes`; undefined where they are not DER through and through. */
function parse(bytes: Bytes, depth = 0): Value[] | undefined {
  const values: Value[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at]!;
    if ((tag & 31) === 31 || at + 1 >= bytes.length) return undefined;
    let length = bytes[at + 1]!;
    let from = at + 2;
    if (length > 0x80) {
      const count = length & 0x7f;
      if (count > 3) return undefined;
      length = 0;
      for (let i = 0; i < count; i++) length = length * 256 + (bytes[from + i] ?? 0);
      from += count;
    } else if (length === 0x80) return undefined;
    if (from + length > bytes.length) return undefined;
    const content = bytes.subarray(from, from + length);
    // What is octets to one reader is a structure to the next: certificates and seals stand inside of strings.
    const opens = (tag & 0x20) !== 0 || tag === 0x04;
    const inside = opens && depth < MOST_DEPTH ? (parse(content, depth + 1) ?? []) : [];
    values.push({ tag, content, inside });
    at = from + length;
  }
  return values;
}

function lengthOf(count: number): Bytes {
  if (count < 0x80) return Uint8Array.of(count);
  if (count < 0x100) return Uint8Array.of(0x81, count);
  if (count < 0x10000) return Uint8Array.of(0x82, count >> 8, count & 255);
  return Uint8Array.of(0x84, count >>> 24, (count >> 16) & 255, (count >> 8) & 255, count & 255);
}

function write({ tag, content, inside, length }: Value): Bytes {
  const body = inside.length > 0 ? joinBytes(inside.map(write)) : content;
  return concatBytes(Uint8Array.of(tag), length ?? lengthOf(body.length), body);
}

/** How long a value is when it is written; a value that stands in many places is counted once for each, and looked at once. */
function sizeOf(value: Value, known = new Map<Value, number>()): number {
  const seen = known.get(value);
  if (seen !== undefined) return seen;
  const { content, inside, length } = value;
  const body = inside.length > 0 ? inside.reduce((sum, one) => sum + sizeOf(one, known), 0) : content.length;
  const size = 1 + (length ?? lengthOf(body)).length + body;
  known.set(value, size);
  return size;
}

const copyOf = (value: Value): Value => ({ ...value, inside: value.inside.map(copyOf) });

const everyIn = (values: readonly Value[]): Value[] =>
  values.flatMap((value) => [value, ...everyIn(value.inside)]);

const TAGS = [
  0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0a, 0x0c, 0x13, 0x16, 0x17, 0x18, 0x1e, 0x24, 0x30, 0x31, 0x80, 0xa0,
  0xa1, 0xa3,
];
const LENGTHS = [
  [0x80],
  [0x81, 0],
  [0x82, 0, 1],
  [0x84, 0xff, 0xff, 0xff, 0xff],
  [0x84, 0x7f, 0xff, 0xff, 0xff],
  [0x88, 0, 0, 0, 0, 0, 0, 0, 1],
  [0xff],
];
const CONTENTS: readonly (() => Bytes)[] = [
  () => new Uint8Array(0),
  () => Uint8Array.of(0),
  () => Uint8Array.of(0x80),
  () => new Uint8Array(300).fill(0xff),
  () => new Uint8Array(20_000).fill(0x7f),
  () => new Uint8Array(9).fill(0x81),
];

type Mutation = (value: Value, random: Random, all: readonly Value[]) => void;

const become = (value: Value, { tag, content, inside }: Value): void => {
  Object.assign(value, { tag, content, inside });
};

const MUTATIONS: readonly Mutation[] = [
  (value, random) => {
    value.tag = random.pick(TAGS);
  },
  (value, random) => {
    value.length = Uint8Array.from(random.pick(LENGTHS));
  },
  (value, random) => {
    Object.assign(value, { content: random.pick(CONTENTS)(), inside: [] });
  },
  (value, random) => {
    Object.assign(value, { content: mutateBytes(write(value), random), inside: [] });
  },
  (value, random, all) => become(value, copyOf(random.pick(all))),
  (value, random) => {
    value.inside.splice(random.below(value.inside.length), 1);
    if (value.inside.length === 0) value.content = new Uint8Array(0);
  },
  (value, random) => {
    if (value.inside.length === 0) return;
    const one = random.pick(value.inside);
    for (let n = random.chance(0.004) ? MANY : random.pick([1, 5, 500]); n > 0; n--) value.inside.push(one);
  },
  (value, random) => {
    value.inside.sort(() => random.next() - 0.5);
  },
  // deep nesting
  (value, random) => {
    const id = random.pick([0x30, 0x31, 0xa0, 0x24]);
    let body = write(value);
    for (let n = random.pick([1, 10, 70, 300]); n > 0; n--)
      body = concatBytes(Uint8Array.of(id), lengthOf(body.length), body);
    Object.assign(value, { tag: id, content: body, inside: [] });
  },
];

/** A structure of DER spoilt: one or some of its values become others, mostly with lengths that fit again; or as bytes. */
export function mutateDer(bytes: Bytes, others: readonly Bytes[], random: Random): Bytes {
  const values = parse(bytes);
  if (!values || values.length === 0 || random.chance(0.2)) return mutateBytes(bytes, random);
  const tree = values.map(copyOf);
  for (let n = 1 + random.below(3); n > 0; n--) {
    const all = everyIn(tree);
    const from = random.chance(0.2) ? everyIn(parse(random.pick(others)) ?? []) : all;
    random.pick(MUTATIONS)(random.pick(all), random, from.length > 0 ? from : all);
    const known = new Map<Value, number>();
    if (tree.reduce((sum, value) => sum + sizeOf(value, known), 0) > LARGEST)
      return mutateBytes(bytes, random);
  }
  return joinBytes(tree.map(write));
}
