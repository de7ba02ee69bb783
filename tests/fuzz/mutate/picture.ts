import { unzlibSync, zlibSync } from 'fflate';
import { type Bytes, concatBytes, joinBytes } from '#core/bytes.ts';
import { crc32 } from '#core/ofd/package/crc32.ts';
import type { Random } from '../random.ts';
import { mutateBytes } from './bytes.ts';
import { MANY } from './many.ts';

const SIDES = [0, 1, 2, 15, 16, 255, 4096, 10_000, 65_535, 1_000_000, 0x7fffffff, 0xffffffff];
const PNG = [0x89, 0x50, 0x4e, 0x47];

const view = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface Chunk {
  type: Bytes;
  data: Bytes;
  crc?: number;
}

function chunksOf(bytes: Bytes): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view(bytes).getUint32(at);
    if (at + 12 + length > bytes.length) break;
    chunks.push({ type: bytes.slice(at + 4, at + 8), data: bytes.slice(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function writeChunks(head: Bytes, chunks: readonly Chunk[]): Bytes {
  const parts = chunks.map(({ type, data, crc }) => {
    const out = new Uint8Array(12 + data.length);
    view(out).setUint32(0, data.length);
    out.set(type, 4);
    out.set(data, 8);
    view(out).setUint32(8 + data.length, crc ?? crc32(out.subarray(4, 8 + data.length)));
    return out;
  });
  return joinBytes([head, ...parts]);
}

/** A PNG (ISO/IEC 15948) with other chunks, other sizes, or other rows below its compression; mostly with right sums. */
function mutatePng(bytes: Bytes, random: Random): Bytes {
  const chunks = chunksOf(bytes);
  if (chunks.length === 0) return mutateBytes(bytes, random);
  const isData = ({ type }: Chunk) => type[0] === 0x49 && type[1] === 0x44;
  const one = random.pick(chunks);
  switch (random.below(8)) {
    case 0:
      view(chunks[0]!.data).setUint32(random.pick([0, 4]), random.pick(SIDES));
      break;
    case 1:
      chunks[0]!.data[8 + random.below(5)] = random.pick([0, 1, 2, 3, 4, 6, 8, 16, 255]);
      break;
    case 2:
      one.data = mutateBytes(one.data, random);
      break;
    case 3:
      chunks.splice(random.below(chunks.length), 1);
      break;
    case 4:
      for (let n = random.pick([1, 3, 200]); n > 0; n--) chunks.splice(random.below(chunks.length), 0, one);
      // More parts than a call takes as arguments.
      if (random.chance(0.02))
        for (let n = MANY; n > 0; n--) chunks.push({ ...one, data: new Uint8Array(0) });
      break;
    case 5:
      one.type = Uint8Array.from(
        random.pick(['IDAT', 'PLTE', 'tRNS', 'pHYs', 'IEND', 'zTXt', 'eXIf', 'acTL']),
        (c) => c.charCodeAt(0),
      );
      break;
    case 6:
      one.crc = 0;
      break;
    default: {
      const data = concatBytes(...chunks.filter(isData).map((chunk) => chunk.data));
      try {
        const rows = random.chance(0.1)
          ? new Uint8Array(random.pick([1_000_000, 40_000_000]))
          : mutateBytes(unzlibSync(data) as Bytes, random);
        const at = chunks.findIndex(isData);
        const rest = chunks.filter((chunk) => !isData(chunk));
        rest.splice(at, 0, { ...chunks[at]!, data: zlibSync(rows) as Bytes });
        return writeChunks(bytes.slice(0, 8), rest);
      } catch {
        // Broken already by an earlier mutation.
      }
    }
  }
  return writeChunks(bytes.slice(0, 8), chunks);
}

/** A JPEG (ITU-T T.81) with other segments: frames of other sizes and samplings, tables that are spoilt, scans again. */
function mutateJpeg(bytes: Bytes, random: Random): Bytes {
  const segments: Bytes[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda && bytes[at + 1] !== 0xd9) {
    const end = at + 2 + view(bytes).getUint16(at + 2);
    if (end > bytes.length) break;
    segments.push(bytes.slice(at, end));
    at = end;
  }
  let rest = bytes.slice(at);
  if (segments.length === 0) return mutateBytes(bytes, random);
  const one = random.below(segments.length);
  const frame = segments.find((segment) => segment[1]! >= 0xc0 && segment[1]! <= 0xc2 && segment.length > 9);
  switch (random.below(7)) {
    case 0:
      if (frame) view(frame).setUint16(random.pick([5, 7]), random.pick(SIDES) & 0xffff);
      break;
    case 1:
      if (frame)
        frame[9 + random.below(frame.length - 9)] = random.pick([0, 1, 2, 4, 0x11, 0x22, 0x44, 0xff]);
      break;
    case 2: {
      const body = mutateBytes(segments[one]!.slice(4), random).slice(0, 65_000);
      const head = segments[one]!.slice(0, 4);
      view(head).setUint16(2, body.length + 2);
      segments[one] = concatBytes(head, body);
      break;
    }
    case 3:
      segments.splice(one, 1);
      break;
    case 4:
      for (let n = random.pick([1, 3, 300]); n > 0; n--) segments.push(segments[one]!);
      if (random.chance(0.02))
        for (let n = MANY; n > 0; n--) segments.push(Uint8Array.of(0xff, random.pick([0xfe, 0xdd]), 0, 2));
      break;
    case 5:
      segments[one]![1] = random.pick([0xc0, 0xc1, 0xc2, 0xc4, 0xc9, 0xdb, 0xdd, 0xe0, 0xe1, 0xee, 0xfe]);
      break;
    default:
      rest = random.chance(0.3)
        ? concatBytes(...Array.from({ length: random.pick([2, 30, 600]) }, () => rest.subarray(0, -2)))
        : mutateBytes(rest, random);
  }
  return joinBytes([bytes.slice(0, 2), ...segments, rest]);
}

/** A TIFF (6.0) whose directory says something else of its sizes, strips, compression or samples. */
function mutateTiff(bytes: Bytes, random: Random): Bytes {
  const little = bytes[0] === 0x49;
  const data = view(bytes);
  const directory = bytes.length > 8 ? data.getUint32(4, little) : 0;
  if (directory < 8 || directory + 2 > bytes.length) return mutateBytes(bytes, random);
  const count = data.getUint16(directory, little);
  for (let n = 1 + random.below(3); n > 0; n--) {
    const entry = directory + 2 + 12 * random.below(count);
    if (entry + 12 > bytes.length) continue;
    const field = random.pick([0, 2, 4, 8, 8, 8]);
    if (field < 4)
      data.setUint16(
        entry + field,
        random.pick([0, 1, 3, 4, 5, 256, 257, 259, 262, 273, 277, 278, 279, 284, 317, 322]),
        little,
      );
    else if (random.chance(0.5))
      data.setUint16(entry + field, random.pick([...SIDES, 3, 4, 5, 8, 32_773]) & 0xffff, little);
    else data.setUint32(entry + field, random.pick([...SIDES, bytes.length]), little);
  }
  return bytes;
}

/** Longest picture that is made; uploads are no longer than 10 MB. */
const LONGEST = 5_000_000;

/** A picture spoilt in its parts or as bytes, once or some times. */
export function mutatePicture(good: Bytes, random: Random): Bytes {
  let bytes = good.slice();
  for (let n = 1 + random.below(3); n > 0; n--) {
    const next = random.chance(0.25) ? mutateBytes(bytes, random) : inParts(bytes, random);
    if (next.length < LONGEST) bytes = next;
  }
  return bytes;
}

/** By the parts of its format; as bytes where an earlier mutation left too little of them. */
function inParts(bytes: Bytes, random: Random): Bytes {
  try {
    if (PNG.every((byte, i) => bytes[i] === byte)) return mutatePng(bytes, random);
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return mutateJpeg(bytes, random);
    if ((bytes[0] === 0x49 || bytes[0] === 0x4d) && bytes[0] === bytes[1]) return mutateTiff(bytes, random);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return mutateBytes(bytes, random);
}
