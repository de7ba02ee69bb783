import { unzipSync, zipSync } from 'fflate';
import { type Bytes, utf8 } from '#core/bytes.ts';
import type { Random } from '../random.ts';
import { mutateBytes } from './bytes.ts';
import { LARGEST } from './many.ts';
import { mutateXml } from './xml.ts';

export type Entries = Record<string, Uint8Array>;

const isXml = (path: string): boolean => /\.(xml|rels)$/.test(path);
const decoder = new TextDecoder();

/** Changes which entries there are, and what is in them. */
const ENTRY_MUTATIONS: readonly ((entries: Entries, random: Random) => void)[] = [
  spoilOne,
  spoilOne,
  spoilOne,
  (entries, random) => {
    delete entries[random.pick(Object.keys(entries))];
  },
  (entries, random) => {
    const paths = Object.keys(entries);
    entries[random.pick(paths)] = entries[random.pick(paths)]!;
  },
  (entries, random) => {
    const path = random.pick(Object.keys(entries));
    const other = random.pick([
      `./${path}`,
      `/${path}`,
      `../${path}`,
      path.toUpperCase(),
      `${path}/`,
      `a/../${path}`,
    ]);
    entries[other] = entries[path]!;
  },
  (entries, random) => {
    const path = random.pick(Object.keys(entries));
    const body = entries[path]!;
    delete entries[path];
    entries[`${path}x`] = body;
  },
  (entries, random) => {
    entries[random.pick(Object.keys(entries))] = new Uint8Array(0);
  },
  (entries, random) => {
    const many = random.pick([10, 300, 3000]);
    for (let i = 0; i < many; i++) entries[`Doc_0/more-${i}`] = new Uint8Array(3);
  },
];

function spoilOne(entries: Entries, random: Random): void {
  const path = random.pick(Object.keys(entries));
  const body = entries[path]!;
  entries[path] = isXml(path)
    ? utf8(mutateXml(decoder.decode(body), random))
    : mutateBytes(body as Bytes, random);
}

/** Signatures of the parts of a zip (APPNOTE 6.3.10), with the offsets of their fields and how wide these are. */
const PARTS: readonly [signature: number, fields: readonly [at: number, size: 2 | 4][]][] = [
  [
    0x04034b50,
    [
      [4, 2],
      [6, 2],
      [8, 2],
      [14, 4],
      [18, 4],
      [22, 4],
      [26, 2],
      [28, 2],
    ],
  ],
  [
    0x02014b50,
    [
      [6, 2],
      [8, 2],
      [10, 2],
      [16, 4],
      [20, 4],
      [24, 4],
      [28, 2],
      [30, 2],
      [32, 2],
      [34, 2],
      [42, 4],
    ],
  ],
  [
    0x06054b50,
    [
      [4, 2],
      [6, 2],
      [8, 2],
      [10, 2],
      [12, 4],
      [16, 4],
      [20, 2],
    ],
  ],
];

/** A field of a header says something else: a method, a length, an offset, a flag. */
function lie(bytes: Bytes, random: Random): Bytes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: [at: number, size: 2 | 4][] = [];
  for (let at = 0; at + 46 < bytes.length; at++) {
    if (bytes[at] !== 0x50 || bytes[at + 1] !== 0x4b) continue;
    const part = PARTS.find(([signature]) => view.getUint32(at, true) === signature);
    for (const [offset, size] of part?.[1] ?? []) found.push([at + offset, size]);
  }
  if (found.length === 0) return mutateBytes(bytes, random);
  for (let n = 1 + random.below(3); n > 0; n--) {
    const [at, size] = random.pick(found);
    const value = random.pick([
      0,
      1,
      8,
      9,
      12,
      99,
      0x7fff,
      0xffff,
      0x7fffffff,
      0xffffffff,
      bytes.length,
      bytes.length - 1,
    ]);
    if (size === 2) view.setUint16(at, value & 0xffff, true);
    else view.setUint32(at, value >>> 0, true);
  }
  return bytes;
}

/** The entries of a zip, read once and given to `mutateZip` again and again. */
export const entriesOf = (bytes: Bytes): Entries => unzipSync(bytes);

/** A zip of the entries, spoilt: in what it holds, in what its headers say, as bytes, or in several of these. */
export function mutateZip(good: Entries, random: Random): Bytes {
  const entries = { ...good };
  for (let n = random.below(4); n > 0 && Object.keys(entries).length > 0; n--)
    random.pick(ENTRY_MUTATIONS)(entries, random);
  // Whatever took an entry's place is good again where all of them together became too long.
  if (Object.values(entries).reduce((sum, { length }) => sum + length, 0) > LARGEST)
    for (const path of Object.keys(entries)) entries[path] = good[path] ?? new Uint8Array(3);
  const level = random.chance(0.2) ? 6 : 0;
  let bytes = zipSync(entries, { level, mtime: new Date(2026, 0, 2) }) as Bytes;
  if (random.chance(0.2)) bytes = lie(bytes, random);
  if (random.chance(0.15)) bytes = mutateBytes(bytes, random);
  return bytes;
}
