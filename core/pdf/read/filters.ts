import { Inflate } from 'fflate';
import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { hexValue, isWhite } from './characters.ts';

/**
 * Collects output and throws DOCUMENT_TOO_COMPLEX for more than `limit` bytes, where possible before producing them.
 */
class Output {
  #buffer: Bytes;
  #length = 0;
  readonly #limit: number;
  constructor(limit: number, guess: number) {
    this.#limit = limit;
    this.#buffer = new Uint8Array(Math.min(limit, Math.max(256, guess)));
  }
  get length(): number {
    return this.#length;
  }
  room(more: number): void {
    const need = this.#length + more;
    if (need > this.#limit) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'unpacked size' });
    if (need <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.min(this.#limit, Math.max(need, this.#buffer.length * 2)));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
  byte(value: number): void {
    if (this.#length >= this.#buffer.length) this.room(1);
    this.#buffer[this.#length++] = value;
  }
  add(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }
  fill(value: number, count: number): void {
    this.room(count);
    this.#buffer.fill(value, this.#length, this.#length + count);
    this.#length += count;
  }
  /** Copies `count` bytes of the output from `from`; the ranges may overlap. */
  copy(from: number, count: number): void {
    this.room(count);
    for (let i = 0; i < count; i++) this.#buffer[this.#length + i] = this.#buffer[from + i]!;
    this.#length += count;
  }
  done(): Bytes {
    return this.#buffer.subarray(0, this.#length);
  }
}

/**
 * FlateDecode (zlib, or raw deflate, which some writers use). For corrupt data returns what was decoded so far. Throws
 * DOCUMENT_TOO_COMPLEX past `limit` bytes.
 */
export function inflate(data: Uint8Array, limit: number): Bytes {
  const output = new Output(limit, Math.min(data.length * 4, 1 << 20));
  for (const _ of inflateSteps(data, (chunk) => output.add(chunk)));
  return output.done();
}

/**
 * Decompresses as `inflate` does, in steps of at most a few MB of output, between which others may be let work; yields how
 * many bytes were read. Throws what `take` throws, if that is an AppError.
 */
export function* inflateSteps(data: Uint8Array, take: (chunk: Uint8Array) => void): Generator<number> {
  const zlib = data.length > 1 && (data[0]! & 15) === 8 && ((data[0]! << 8) | data[1]!) % 31 === 0;
  // Fed in small steps, so that a decompression bomb is detected after a few MB of output at most.
  const engine = new Inflate(take);
  const from = zlib ? 2 : 0;
  const step = 4096;
  try {
    for (let i = from; i < data.length; i += step) {
      engine.push(data.subarray(i, Math.min(data.length, i + step)), i + step >= data.length);
      yield i + step;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
  }
}

/** LZWDecode (7.4.4). `early` is /EarlyChange, 0 or 1. Throws DOCUMENT_TOO_COMPLEX past `limit`. */
export function unLzw(data: Uint8Array, limit: number, early: number): Bytes {
  const output = new Output(limit, data.length * 3);
  // Each code represents bytes that are already in the output: their start and length.
  const starts = new Int32Array(4097);
  const lengths = new Int32Array(4097);
  let next = 258;
  let width = 9;
  let previous = -1;
  let bits = 0;
  let count = 0;
  for (let i = 0; i < data.length; ) {
    while (count < width && i < data.length) {
      bits = ((bits << 8) | data[i++]!) & 0xffffff;
      count += 8;
    }
    if (count < width) break;
    const code = (bits >> (count - width)) & ((1 << width) - 1);
    count -= width;
    if (code === 257) break;
    if (code === 256) {
      next = 258;
      width = 9;
      previous = -1;
      continue;
    }
    const at = output.length;
    if (code < 256) output.byte(code);
    else if (code < next && lengths[code]! > 0) output.copy(starts[code]!, lengths[code]!);
    else if (code === next && previous >= 0) output.copy(previous, at - previous + 1);
    else break;
    if (previous >= 0 && next < 4096) {
      starts[next] = previous;
      lengths[next] = at - previous + 1;
      next++;
      const due = next + early;
      width = due >= 2048 ? 12 : due >= 1024 ? 11 : due >= 512 ? 10 : 9;
    }
    previous = at;
  }
  return output.done();
}

/**
 * ASCIIHexDecode (7.4.2). Ignores other characters; an odd last digit is followed by an implied 0. Throws
 * DOCUMENT_TOO_COMPLEX past `limit` bytes.
 */
export function unAsciiHex(data: Uint8Array, limit: number): Bytes {
  const output = new Output(limit, data.length >> 1);
  let high = -1;
  for (const c of data) {
    if (c === 0x3e) break;
    const v = hexValue(c);
    if (v < 0) continue;
    if (high < 0) high = v;
    else {
      output.byte(high * 16 + v);
      high = -1;
    }
  }
  if (high >= 0) output.byte(high * 16);
  return output.done();
}

/** ASCII85Decode (7.4.3). Ignores other characters. Throws DOCUMENT_TOO_COMPLEX past `limit`. */
export function unAscii85(data: Uint8Array, limit: number): Bytes {
  const output = new Output(limit, data.length);
  let value = 0;
  let count = 0;
  for (const c of data) {
    if (c === 0x7e) break;
    if (isWhite(c)) continue;
    if (c === 0x7a && count === 0) {
      output.fill(0, 4);
      continue;
    }
    if (c < 33 || c > 117) continue;
    value = value * 85 + c - 33;
    if (++count < 5) continue;
    for (let shift = 24; shift >= 0; shift -= 8) output.byte((value / 2 ** shift) & 255);
    value = 0;
    count = 0;
  }
  if (count > 1) {
    for (let i = count; i < 5; i++) value = value * 85 + 84;
    for (let i = 0; i < count - 1; i++) output.byte((value / 2 ** (24 - 8 * i)) & 255);
  }
  return output.done();
}

/** RunLengthDecode (7.4.5); truncated data is decoded as far as possible. Throws DOCUMENT_TOO_COMPLEX past `limit`. */
export function unRunLength(data: Uint8Array, limit: number): Bytes {
  const output = new Output(limit, data.length * 2);
  for (let i = 0; i < data.length; ) {
    const n = data[i++]!;
    if (n === 128) break;
    if (n < 128) {
      output.add(data.subarray(i, i + n + 1));
      i += n + 1;
    } else if (i < data.length) output.fill(data[i++]!, 257 - n);
  }
  return output.done();
}

export interface PredictorParams {
  predictor: number;
  colors: number;
  bits: number;
  columns: number;
}

/**
 * Reverses PNG and TIFF predictors (7.4.4.4). Throws DOCUMENT_BROKEN for empty rows and rows above 64 MB,
 * DOCUMENT_UNSUPPORTED for a TIFF predictor with other than 8 bits.
 */
export function unpredict(data: Bytes, params: PredictorParams): Bytes {
  const { predictor, colors, bits, columns } = params;
  if (predictor <= 1) return data;
  const unit = Math.max(1, (colors * bits + 7) >> 3);
  const row = Math.floor((colors * bits * columns + 7) / 8);
  if (!(row > 0) || row > 1 << 26) throw new AppError('DOCUMENT_BROKEN', { reason: 'predictor' });
  if (predictor === 2) return unTiff(data, row, colors, bits);
  const rows = Math.ceil(data.length / (row + 1));
  const out = new Uint8Array(Math.min(rows * row, data.length));
  let written = 0;
  for (let r = 0; r < rows; r++) {
    const from = r * (row + 1);
    const kind = data[from]!;
    const line = data.subarray(from + 1, from + 1 + row);
    const at = r * row;
    for (let i = 0; i < line.length; i++) {
      const left = i >= unit ? out[at + i - unit]! : 0;
      const up = r > 0 ? out[at + i - row]! : 0;
      let add = 0;
      if (kind === 1) add = left;
      else if (kind === 2) add = up;
      else if (kind === 3) add = (left + up) >> 1;
      else if (kind === 4) add = paeth(left, up, i >= unit && r > 0 ? out[at + i - row - unit]! : 0);
      out[at + i] = line[i]! + add;
    }
    written = at + line.length;
  }
  return out.subarray(0, written);
}

function paeth(left: number, up: number, corner: number): number {
  const p = left + up - corner;
  const a = Math.abs(p - left);
  const b = Math.abs(p - up);
  const c = Math.abs(p - corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function unTiff(data: Bytes, row: number, colors: number, bits: number): Bytes {
  if (bits !== 8) throw new AppError('DOCUMENT_UNSUPPORTED', { reason: 'TIFF predictor' });
  const out = data.slice();
  for (let at = 0; at < out.length; at += row) {
    for (let i = colors; i < row && at + i < out.length; i++) out[at + i]! += out[at + i - colors]!;
  }
  return out;
}
