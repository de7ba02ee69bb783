import { AppError } from '#core/errors.ts';
import { type ByteReader, byteReader } from './byte-reader.ts';
import type { OutlineSink } from './outline.ts';
import { runCharString } from './run-charstring.ts';

/** Byte ranges of an INDEX (Adobe TN 5176, clause 5). */
interface Index {
  count: number;
  /** Byte range of an item; empty if it lies outside the file. Computed on demand: an index may have 65 535 items. */
  item(i: number): { start: number; end: number } | undefined;
  end: number;
}

export interface CffProgram {
  unitsPerEm: number;
  glyphCount: number;
  /** Glyph of an ASCII code by the font's charset, or of the code in the font's own encoding; 0 if there is none. */
  glyphOf(code: number): number;
  draw(glyph: number, sink: OutlineSink): boolean;
}

type Dict = Map<number, number[]>;

const TOP = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  matrix: 0x0c07,
  fdArray: 0x0c24,
  fdSelect: 0x0c25,
  ros: 0x0c1e,
};

/** Reads a CFF font (Adobe TN 5176), name-keyed or CID-keyed. Throws DOCUMENT_BROKEN if it has no glyphs. */
export function readCff(bytes: Uint8Array): CffProgram {
  const reader = byteReader(bytes);
  const names = readIndex(reader, reader.u8(2));
  const tops = readIndex(reader, names.end);
  const strings = readIndex(reader, tops.end);
  const globalSubrs = readIndex(reader, strings.end);
  const topSpan = tops.item(0);
  if (!topSpan) throw new AppError('DOCUMENT_BROKEN', { reason: 'CFF without a top DICT' });
  const top = readDict(reader, topSpan.start, topSpan.end);
  const charStringsAt = top.get(TOP.charStrings)?.[0] ?? 0;
  const charStrings = readIndex(reader, charStringsAt);
  const glyphCount = charStrings.count;
  if (charStringsAt <= 0 || glyphCount === 0)
    throw new AppError('DOCUMENT_BROKEN', { reason: 'CFF without glyphs' });

  const fds = top.has(TOP.fdArray)
    ? readFontDicts(reader, readIndex(reader, top.get(TOP.fdArray)?.[0] ?? 0))
    : [top];
  const localSubrs = fds.map((dict) => readLocalSubrs(reader, dict));
  const fdOf = top.has(TOP.fdSelect)
    ? readFdSelect(reader, top.get(TOP.fdSelect)?.[0] ?? 0, glyphCount)
    : () => 0;
  const matrix = top.get(TOP.matrix) ?? fds[0]?.get(TOP.matrix);
  const scale = matrix?.[0] && matrix[0] > 0 ? matrix[0] : 0.001;
  const bytesOf = (index: Index | undefined) => (i: number) => {
    const item = index?.item(i);
    return item ? bytes.subarray(item.start, item.end) : undefined;
  };
  const bias = (n: number) => (n < 1240 ? 107 : n < 33900 ? 1131 : 32768);

  return {
    unitsPerEm: Math.max(1, Math.round(1 / scale)),
    glyphCount,
    glyphOf: top.has(TOP.ros) ? () => 0 : readNames(reader, top, glyphCount),
    draw(glyph, sink) {
      const code = bytesOf(charStrings)(glyph);
      if (!code) return false;
      const local = localSubrs[fdOf(glyph)];
      return runCharString(code, sink, {
        global: bytesOf(globalSubrs),
        globalBias: bias(globalSubrs.count),
        local: bytesOf(local),
        localBias: bias(local?.count ?? 0),
      });
    },
  };
}

const NOTHING = { count: 0, item: () => undefined };

/** FDSelect cannot address more. */
const MOST_DICTS = 256;

function readFontDicts(reader: ByteReader, index: Index): Dict[] {
  return Array.from({ length: Math.min(index.count, MOST_DICTS) }, (_, i) => {
    const { start, end } = index.item(i)!;
    return readDict(reader, start, end);
  });
}

function readIndex(reader: ByteReader, at: number): Index {
  const count = reader.u16(at);
  if (count === 0) return { ...NOTHING, end: at + 2 };
  const size = reader.u8(at + 2);
  const offset = (i: number) => {
    const where = at + 3 + i * size;
    if (size === 1) return reader.u8(where);
    if (size === 2) return reader.u16(where);
    return size === 3 ? reader.u24(where) : reader.u32(where);
  };
  const base = at + 2 + (count + 1) * size;
  if (size < 1 || size > 4 || base > reader.length) return { ...NOTHING, end: reader.length };
  return {
    count,
    item(i) {
      if (!Number.isInteger(i) || i < 0 || i >= count) return undefined;
      const start = base + offset(i);
      const end = base + offset(i + 1);
      return end >= start && end <= reader.length ? { start, end } : { start: 0, end: 0 };
    },
    end: base + offset(count),
  };
}

/** Maximum number of bytes of a DICT; real ones have a few dozen. */
const MOST_DICT_BYTES = 4096;

/** Operators by number (two-byte operators as 0x0cNN) with their operands. */
function readDict(reader: ByteReader, start: number, end: number): Dict {
  const dict: Dict = new Map();
  let operands: number[] = [];
  const stop = Math.min(end, start + MOST_DICT_BYTES);
  for (let at = start; at < stop; ) {
    const b = reader.u8(at++);
    if (b <= 21) {
      dict.set(b === 12 ? 0x0c00 | reader.u8(at++) : b, operands);
      operands = [];
    } else if (b === 28) {
      operands.push(reader.i16(at));
      at += 2;
    } else if (b === 29) {
      operands.push(reader.u32(at) | 0);
      at += 4;
    } else if (b === 30) {
      const real = readReal(reader, at, end);
      operands.push(real.value);
      at = real.next;
    } else if (b >= 32 && b <= 246) operands.push(b - 139);
    else if (b >= 247 && b <= 250) operands.push((b - 247) * 256 + reader.u8(at++) + 108);
    else if (b >= 251 && b <= 254) operands.push(-(b - 251) * 256 - reader.u8(at++) - 108);
  }
  return dict;
}

function readReal(reader: ByteReader, start: number, end: number): { value: number; next: number } {
  const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];
  let text = '';
  for (let at = start; at < end; at++) {
    for (const nibble of [reader.u8(at) >> 4, reader.u8(at) & 15]) {
      if (nibble === 15) return { value: Number.parseFloat(text) || 0, next: at + 1 };
      text += digits[nibble];
    }
  }
  return { value: 0, next: end };
}

function readLocalSubrs(reader: ByteReader, dict: Dict): Index | undefined {
  const [size, at] = dict.get(TOP.private) ?? [];
  if (size === undefined || at === undefined || at <= 0 || at + size > reader.length) return undefined;
  const subrs = readDict(reader, at, at + size).get(19)?.[0];
  return subrs === undefined ? undefined : readIndex(reader, at + subrs);
}

function readFdSelect(reader: ByteReader, at: number, glyphCount: number): (glyph: number) => number {
  if (reader.u8(at) === 0) return (glyph) => reader.u8(at + 1 + glyph);
  if (reader.u8(at) !== 3) return () => 0;
  const table = new Uint8Array(glyphCount);
  const ranges = reader.u16(at + 1);
  for (let i = 0; i < ranges; i++) {
    const record = at + 3 + i * 3;
    table.fill(reader.u8(record + 2), reader.u16(record), Math.min(glyphCount, reader.u16(record + 3)));
  }
  return (glyph) => table[glyph] ?? 0;
}

/** Standard strings 1 to 95 are the printable ASCII characters in order (TN 5176, appendix A). */
function readNames(reader: ByteReader, top: Dict, glyphCount: number): (code: number) => number {
  const glyphOfString = new Map<number, number>();
  const at = top.get(TOP.charset)?.[0] ?? 0;
  const format = at > 2 ? reader.u8(at) : -1;
  let where = at + 1;
  for (let glyph = 1; glyph < glyphCount; ) {
    if (format <= 0) {
      glyphOfString.set(format === 0 ? reader.u16(where) : glyph, glyph);
      where += 2;
      glyph++;
      continue;
    }
    const first = reader.u16(where);
    const left = format === 1 ? reader.u8(where + 2) : reader.u16(where + 2);
    for (let i = 0; i <= left && glyph < glyphCount; i++) glyphOfString.set(first + i, glyph++);
    where += format === 1 ? 3 : 4;
  }
  return (code) => (code >= 32 && code <= 126 ? (glyphOfString.get(code - 31) ?? 0) : 0);
}
