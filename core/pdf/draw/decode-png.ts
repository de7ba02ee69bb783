import { ADAM7 } from '#core/adam7.ts';
import { type Bytes, joinBytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { inflate, inflateSteps, unpredict } from '../read/filters.ts';

/** Maximum number of pixels of a picture: their samples alone take 24 MB. */
const MAX_PIXELS = 6_000_000;
/** Bytes that are unpacked between two pauses, some 5 ms; reading one costs as much as unpacking eight. */
const SLICE = 1 << 20;

interface PngParts {
  width: number;
  height: number;
  bits: number;
  kind: number;
  channels: number;
  /** The compressed samples. */
  packed: Bytes;
  palette: Bytes | undefined;
  transparency: Bytes | undefined;
  /** Offset and step of the pixels of each pass. */
  passes: readonly (readonly [x0: number, y0: number, dx: number, dy: number])[];
}

/** The parts of a PNG. Throws DOCUMENT_UNSUPPORTED if it is malformed, DOCUMENT_TOO_LARGE. */
function partsOf(data: Bytes): PngParts {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const parts: Bytes[] = [];
  let palette: Bytes | undefined;
  let transparency: Bytes | undefined;
  let header: DataView | undefined;
  for (let at = 8; at + 12 <= data.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...data.subarray(at + 4, at + 8));
    if (at + 12 + length > data.length) break;
    const body = data.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR' && length === 13) header = new DataView(data.buffer, data.byteOffset + at + 8, 13);
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') parts.push(body);
    else if (type === 'IEND') break;
    at += 12 + length;
  }
  if (!header) throw broken();
  const width = header.getUint32(0);
  const height = header.getUint32(4);
  const bits = header.getUint8(8);
  const kind = header.getUint8(9);
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[kind];
  if (!channels || ![1, 2, 4, 8, 16].includes(bits) || width === 0 || height === 0) throw broken();
  if (width * height > MAX_PIXELS) throw new AppError('DOCUMENT_TOO_LARGE', { reason: 'picture' });
  const passes = header.getUint8(12) === 1 ? ADAM7 : ([[0, 0, 1, 1]] as const);
  return { width, height, bits, kind, channels, packed: joinBytes(parts), palette, transparency, passes };
}

/** Maximum number of bytes that the samples of a picture may unpack to. */
const mostSamples = ({ width, height }: PngParts): number => width * height * 8 + height * 8 + 65536;

/** Columns, rows and bytes of a row of each pass that has any, with where its pixels lie. */
const passesOf = ({ width, height, channels, bits, passes }: PngParts) =>
  passes
    .map(([x0, y0, dx, dy]) => {
      const columns = Math.ceil((width - x0) / dx);
      return {
        ...{ x0, y0, dx, dy, columns },
        rows: Math.ceil((height - y0) / dy),
        row: (columns * channels * bits + 7) >> 3,
      };
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0);

/**
 * Checks that `decodePng` would decode it, without making a single pixel; `pause` is awaited between slices of a few ms.
 * Throws what `decodePng` throws.
 *
 * ```ts
 * await checkPng(bytes, () => scheduler.wait(0)); // nothing is thrown: it is a whole PNG
 * ```
 */
export async function checkPng(data: Bytes, pause: () => Promise<void>): Promise<void> {
  const parts = partsOf(data);
  let [unpacked, paused] = [0, 0];
  const count = (chunk: Uint8Array) => {
    unpacked += chunk.length;
    if (unpacked > mostSamples(parts))
      throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'unpacked size' });
  };
  for (const read of inflateSteps(parts.packed, count)) {
    const done = read * 8 + unpacked;
    if (done - paused < SLICE) continue;
    paused = done;
    await pause();
  }
  const wanted = passesOf(parts).reduce((sum, { rows, row }) => sum + rows * (row + 1), 0);
  if (unpacked < wanted) throw broken();
}

/**
 * Decodes a PNG of any colour type to 8-bit RGBA, row by row. Throws DOCUMENT_UNSUPPORTED if it is malformed,
 * DOCUMENT_TOO_LARGE.
 *
 * ```ts
 * const { width, height, rgba } = decodePng(bytes); // rgba.length === width * height * 4
 * ```
 */
export function decodePng(data: Bytes): { width: number; height: number; rgba: Bytes } {
  const parts = partsOf(data);
  const { width, height, kind, bits, channels, palette, transparency } = parts;
  const rgba = new Uint8Array(width * height * 4);
  const samples = inflate(parts.packed, mostSamples(parts));
  const put = pixelWriter(kind, bits, palette, transparency);
  let from = 0;
  for (const { x0, y0, dx, dy, columns, rows, row } of passesOf(parts)) {
    const packed = samples.subarray(from, from + rows * (row + 1));
    if (packed.length < rows * (row + 1)) throw broken();
    const plain = unpredict(packed, { predictor: 15, colors: channels, bits, columns });
    for (let r = 0; r < rows; r++) {
      const line = plain.subarray(r * row, (r + 1) * row);
      for (let c = 0; c < columns; c++) {
        const to = ((y0 + r * dy) * width + x0 + c * dx) * 4;
        put(line, c * channels, rgba, to);
      }
    }
    from += rows * (row + 1);
  }
  return { width, height, rgba };
}

type PixelWriter = (line: Bytes, index: number, rgba: Bytes, to: number) => void;

function pixelWriter(
  kind: number,
  bits: number,
  palette: Bytes | undefined,
  alpha: Bytes | undefined,
): PixelWriter {
  const sample = (line: Bytes, i: number): number => {
    if (bits === 8) return line[i]!;
    if (bits === 16) return (line[i * 2]! << 8) | line[i * 2 + 1]!;
    const bit = i * bits;
    return (line[bit >> 3]! >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
  };
  const scale = 255 / (2 ** bits - 1);
  const to8 = (value: number): number => Math.round(value * scale);
  const key = (i: number): number =>
    alpha && alpha.length >= i * 2 + 2 ? (alpha[i * 2]! << 8) | alpha[i * 2 + 1]! : -1;
  const grey = kind === 0 ? key(0) : -1;
  const [red, green, blue] = kind === 2 ? [key(0), key(1), key(2)] : [-1, -1, -1];
  return (line, index, rgba, to) => {
    const first = sample(line, index);
    if (kind === 3) {
      const at = first * 3;
      rgba[to] = palette?.[at] ?? 0;
      rgba[to + 1] = palette?.[at + 1] ?? 0;
      rgba[to + 2] = palette?.[at + 2] ?? 0;
      rgba[to + 3] = alpha?.[first] ?? 255;
      return;
    }
    if (kind === 0 || kind === 4) {
      rgba[to] = rgba[to + 1] = rgba[to + 2] = to8(first);
      rgba[to + 3] = kind === 4 ? to8(sample(line, index + 1)) : first === grey ? 0 : 255;
      return;
    }
    const second = sample(line, index + 1);
    const third = sample(line, index + 2);
    rgba[to] = to8(first);
    rgba[to + 1] = to8(second);
    rgba[to + 2] = to8(third);
    const clear = first === red && second === green && third === blue;
    rgba[to + 3] = kind === 6 ? to8(sample(line, index + 3)) : clear ? 0 : 255;
  };
}

const broken = (): AppError => new AppError('DOCUMENT_UNSUPPORTED', { reason: 'PNG' });
