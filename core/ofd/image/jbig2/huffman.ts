import { AppError } from '#core/errors.ts';
import type { BitReader } from '../bit-reader.ts';

/** One line of a code table (annex B): values from `low` on, in `bits` extra bits after a prefix of `prefix` bits. */
export interface Line {
  prefix: number;
  bits: number;
  low: number;
  kind: 'range' | 'lower' | 'upper' | 'oob';
}

export interface HuffmanTable {
  /** Lines by prefix length and code; one map per length, because a combined key would exceed 32 bits. */
  byLength: Map<number, Line>[];
}

/** Assigns prefix codes by length (B.3). */
export function huffmanTable(lines: Line[]): HuffmanTable {
  const longest = lines.reduce((n, line) => Math.max(n, line.prefix), 0);
  const counts = new Array<number>(longest + 2).fill(0);
  for (const line of lines) if (line.prefix > 0) counts[line.prefix]!++;
  const byLength: Map<number, Line>[] = Array.from({ length: longest + 1 }, () => new Map());
  let first = 0;
  for (let length = 1; length <= longest; length++) {
    first = (first + (counts[length - 1] ?? 0)) * 2;
    let code = first;
    for (const line of lines) if (line.prefix === length) byLength[length]!.set(code++, line);
  }
  return { byLength };
}

/** The next value; undefined means out-of-band. Throws DOCUMENT_BROKEN if no code starts here. */
export function readHuffman(reader: BitReader, table: HuffmanTable): number | undefined {
  let code = 0;
  for (let length = 1; length < table.byLength.length; length++) {
    code = code * 2 + reader.read(1);
    const line = table.byLength[length]!.get(code);
    if (!line) continue;
    if (line.kind === 'oob') return undefined;
    const extra = reader.read(line.bits);
    return line.kind === 'lower' ? line.low - extra : line.low + extra;
  }
  throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 code' });
}

/** Standard tables B.1 to B.15: `low prefix bits`, with `<` for a lower range, `>` for an upper one, `!` out-of-band. */
const STANDARD = [
  '0 1 4,16 2 8,272 3 16,65808 3 32>',
  '0 1 0,1 2 0,2 3 0,3 4 3,11 5 6,75 6 32>,0 6 0!',
  '-256 8 8,0 1 0,1 2 0,2 3 0,3 4 3,11 5 6,-257 8 32<,75 7 32>,0 6 0!',
  '1 1 0,2 2 0,3 3 0,4 4 3,12 5 6,76 5 32>',
  '-255 7 8,1 1 0,2 2 0,3 3 0,4 4 3,12 5 6,-256 7 32<,76 6 32>',
  '-2048 5 10,-1024 4 9,-512 4 8,-256 4 7,-128 5 6,-64 5 5,-32 4 5,0 2 7,128 3 7,256 3 8,512 4 9,1024 4 10,-2049 6 32<,2048 6 32>',
  '-1024 4 9,-512 3 8,-256 4 7,-128 5 6,-64 5 5,-32 4 5,0 4 5,32 5 5,64 5 6,128 4 7,256 3 8,512 3 9,1024 3 10,-1025 5 32<,2048 5 32>',
  '-15 8 3,-7 9 1,-5 8 1,-3 9 0,-2 7 0,-1 4 0,0 2 1,2 5 0,3 6 0,4 3 4,20 6 1,22 4 4,38 4 5,70 5 6,134 5 7,262 6 7,390 7 8,646 6 10,-16 9 32<,1670 9 32>,0 2 0!',
  '-31 8 4,-15 9 2,-11 8 2,-7 9 1,-5 7 1,-3 4 1,-1 3 1,1 3 1,3 5 1,5 6 1,7 3 5,39 6 2,43 4 5,75 4 6,139 5 7,267 5 8,523 6 8,779 7 9,1291 6 11,-32 9 32<,3339 9 32>,0 2 0!',
  '-21 7 4,-5 8 0,-4 7 0,-3 5 0,-2 2 2,2 5 0,3 6 0,4 7 0,5 8 0,6 2 6,70 5 5,102 6 5,134 6 6,198 6 7,326 6 8,582 6 9,1094 6 10,2118 7 11,-22 8 32<,4166 8 32>,0 2 0!',
  '1 1 0,2 2 1,4 4 0,5 4 1,7 5 1,9 5 2,13 6 2,17 7 2,21 7 3,29 7 4,45 7 5,77 7 6,141 7 32>',
  '1 1 0,2 2 0,3 3 1,5 5 0,6 5 1,8 6 1,10 7 0,11 7 1,13 7 2,17 7 3,25 7 4,41 8 5,73 8 32>',
  '1 1 0,2 3 0,3 4 0,4 5 0,5 4 1,7 3 3,15 6 1,17 6 2,21 6 3,29 6 4,45 6 5,77 7 6,141 7 32>',
  '-2 3 0,-1 3 0,0 1 0,1 3 0,2 3 0',
  '-24 7 4,-8 6 2,-4 5 1,-2 4 0,-1 3 0,0 1 0,1 3 0,2 4 0,3 5 1,5 6 2,9 7 4,-25 7 32<,25 7 32>',
];

const KINDS: Record<string, Line['kind']> = { '<': 'lower', '>': 'upper', '!': 'oob' };
const made: (HuffmanTable | undefined)[] = [];

/** Lines of standard table B.`number`. */
export function standardLines(number: number): Line[] {
  return STANDARD[number - 1]!.split(',').map((text) => {
    const kind = KINDS[text.at(-1)!] ?? 'range';
    const [low, prefix, bits] = (kind === 'range' ? text : text.slice(0, -1)).split(' ').map(Number);
    return { low: low!, prefix: prefix!, bits: bits!, kind };
  });
}

/** Standard table B.`number` (1 to 15), built once. */
export function standardTable(number: number): HuffmanTable {
  const known = made[number] ?? huffmanTable(standardLines(number));
  made[number] = known;
  return known;
}

/** A code table segment (B.2). */
export function readTableSegment(reader: BitReader): HuffmanTable {
  const flags = reader.read(8);
  const prefixSize = ((flags >> 1) & 7) + 1;
  const rangeSize = ((flags >> 4) & 7) + 1;
  const low = reader.read(32) | 0;
  const high = reader.read(32) | 0;
  const lines: Line[] = [];
  for (let at = low; at < high && lines.length < 10_000; ) {
    const prefix = reader.read(prefixSize);
    const bits = reader.read(rangeSize);
    lines.push({ prefix, bits, low: at, kind: 'range' });
    at += 2 ** bits;
  }
  lines.push({ prefix: reader.read(prefixSize), bits: 32, low: low - 1, kind: 'lower' });
  lines.push({ prefix: reader.read(prefixSize), bits: 32, low: high, kind: 'upper' });
  if (flags & 1) lines.push({ prefix: reader.read(prefixSize), bits: 0, low: 0, kind: 'oob' });
  return huffmanTable(lines);
}
