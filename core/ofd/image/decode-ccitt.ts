import { type BitReader, bitReader } from './bit-reader.ts';
import { BLACK_RUNS, CODE_BITS, WHITE_RUNS } from './ccitt-codes.ts';

export interface CcittOptions {
  width: number;
  height: number;
  /** `g4`: T.6. `g3`: T.4 with line ends, one- or two-dimensional. `rle`: T.4 lines aligned to bytes, without ends. */
  mode: 'g4' | 'g3' | 'rle';
  /** Whether T.4 lines may be two-dimensional. */
  twoDimensional?: boolean;
}

export interface CcittResult {
  /** Rows packed to whole bytes, 1 is black. */
  data: Uint8Array;
  /** Bytes of input consumed, including the end mark. */
  used: number;
}

/**
 * Decodes fax compression (ITU-T T.4 and T.6) as used by TIFF and JBIG2. Invalid data ends the picture there; the
 * remaining rows stay white.
 */
export function decodeCcitt(bytes: Uint8Array, options: CcittOptions): CcittResult {
  const { width, height, mode } = options;
  const reader = bitReader(bytes);
  const stride = (width + 7) >> 3;
  const data = new Uint8Array(stride * height);
  let reference: number[] = [];
  for (let y = 0; y < height && !reader.ended(); y++) {
    let twoDimensional = mode === 'g4';
    if (mode === 'g3') {
      skipLineEnd(reader);
      if (options.twoDimensional) twoDimensional = reader.read(1) === 0;
    }
    if (mode === 'rle') reader.align();
    const row = twoDimensional ? readRow2(reader, reference, width) : readRow1(reader, width);
    if (!row) break;
    paint(data, y * stride, row, width);
    reference = row;
  }
  // The end mark of T.6 consists of two line ends.
  if (mode === 'g4') for (let i = 0; i < 2 && reader.peek(12) === 1; i++) reader.skip(12);
  reader.align();
  return { data, used: Math.min(reader.byteAt(), bytes.length) };
}

/** Skips the zeros and the 1 of a line end, if present. */
function skipLineEnd(reader: BitReader): void {
  let zeros = 0;
  while (reader.peek(12) === 0 && !reader.ended() && zeros++ < 100_000) reader.skip(1);
  if (reader.peek(12) === 1) reader.skip(12);
}

/** A run of one colour: make-up codes, then a terminating one. -1 if no code starts here. */
function readRun(reader: BitReader, black: boolean): number {
  const codes = black ? BLACK_RUNS : WHITE_RUNS;
  let run = 0;
  for (;;) {
    const entry = codes[reader.peek(CODE_BITS)]!;
    if (entry === 0) return -1;
    reader.skip(entry & 15);
    run += entry >> 4;
    if (entry >> 4 < 64 || run > 1_000_000) return run;
  }
}

/** Positions of colour changes, starting with white at the left; one list per row. */
function readRow1(reader: BitReader, width: number): number[] | undefined {
  const row: number[] = [];
  let at = 0;
  for (let black = false; at < width; black = !black) {
    const run = readRun(reader, black);
    if (run < 0) return row.length > 0 ? row : undefined;
    at = Math.min(width, at + run);
    row.push(at);
  }
  return row;
}

function readRow2(reader: BitReader, reference: number[], width: number): number[] | undefined {
  const row: number[] = [];
  let a0 = -1;
  let black = false;
  let near = 0;
  while (a0 < width) {
    // b1: the first change in the row above that is right of a0 and has the opposite colour of a0.
    near = Math.max(0, near - 2);
    if ((near & 1) !== (black ? 1 : 0)) near = near > 0 ? near - 1 : near + 1;
    while (near < reference.length && reference[near]! <= a0) near += 2;
    const b1 = reference[near] ?? width;
    const b2 = reference[near + 1] ?? width;
    const mode = readMode(reader);
    if (mode === undefined) return undefined;
    if (mode === 'pass') {
      a0 = b2;
    } else if (mode === 'horizontal') {
      const first = readRun(reader, black);
      const second = first < 0 ? -1 : readRun(reader, !black);
      if (second < 0) return undefined;
      const start = Math.max(0, a0);
      row.push(Math.min(width, start + first), Math.min(width, start + first + second));
      a0 = start + first + second;
    } else {
      const a1 = Math.max(Math.max(0, a0), Math.min(width, b1 + mode));
      row.push(a1);
      black = !black;
      // A change at the same position would never terminate.
      a0 = a1 === 0 && a0 < 0 ? 0 : a1;
    }
    if (row.length > 2 * width + 4) return undefined;
  }
  return row;
}

function readMode(reader: BitReader): 'pass' | 'horizontal' | number | undefined {
  const bits = reader.peek(7);
  const take = <T>(count: number, mode: T): T => {
    reader.skip(count);
    return mode;
  };
  if (bits >= 0x40) return take(1, 0);
  if (bits >> 4 === 3) return take(3, 1);
  if (bits >> 4 === 2) return take(3, -1);
  if (bits >> 4 === 1) return take(3, 'horizontal' as const);
  if (bits >> 3 === 1) return take(4, 'pass' as const);
  if (bits >> 1 === 3) return take(6, 2);
  if (bits >> 1 === 2) return take(6, -2);
  if (bits === 3) return take(7, 3);
  if (bits === 2) return take(7, -3);
  return undefined;
}

function paint(data: Uint8Array, offset: number, row: number[], width: number): void {
  for (let i = 0; i < row.length; i += 2) {
    const end = Math.min(row[i + 1] ?? width, width);
    for (let x = row[i]!; x < end; x++) {
      if ((x & 7) === 0 && x + 8 <= end) {
        data[offset + (x >> 3)] = 0xff;
        x += 7;
      } else data[offset + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
}
