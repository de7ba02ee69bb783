import { unzlibSync } from 'fflate';
import { ADAM7 } from '#core/adam7.ts';
import { AppError } from '#core/errors.ts';
import type { Picture } from './picture.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MAX_PIXELS = 2_000 * 2_000;

/** Samples per pixel by colour type (PNG clause 11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const AT_ONCE = [[0, 0, 1, 1]] as const;

interface Header {
  width: number;
  height: number;
  depth: number;
  type: number;
  interlaced: boolean;
}

/**
 * Reads a PNG of any kind (ISO/IEC 15948) with its resolution in DPI (0 if absent); 16-bit samples are reduced to their
 * upper 8 bits. Throws PICTURE_TYPE_WRONG for anything else, PICTURE_TOO_LARGE beyond `most` pixels.
 *
 * ```ts
 * const { width, height, dpi } = readPng(bytes);
 * ```
 */
export function readPng(bytes: Uint8Array, most = MAX_PIXELS): Picture & { dpi: number } {
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) throw new AppError('PICTURE_TYPE_WRONG');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: Header | undefined;
  let dpi = 0;
  let [palette, clear] = [new Uint8Array(0), new Uint8Array(0)];
  const data: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (body.length !== length) throw new AppError('PICTURE_TYPE_WRONG');
    switch (String.fromCharCode(...bytes.subarray(at + 4, at + 8))) {
      case 'IHDR':
        header = readHeader(body, most);
        break;
      case 'PLTE':
        palette = body.slice();
        break;
      case 'tRNS':
        clear = body.slice();
        break;
      case 'pHYs':
        if (body[8] === 1) dpi = Math.round(view.getUint32(at + 8) * 0.0254);
        break;
      case 'IDAT':
        data.push(body);
        break;
    }
    at += 12 + length;
  }
  if (!header) throw new AppError('PICTURE_TYPE_WRONG');
  return { width: header.width, height: header.height, pixels: paint(header, data, palette, clear), dpi };
}

function readHeader(body: Uint8Array, most: number): Header {
  if (body.length !== 13) throw new AppError('PICTURE_TYPE_WRONG');
  const view = new DataView(body.buffer, body.byteOffset, 13);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, type, interlace] = [body[8]!, body[9]!, body[12]!];
  const depths = type === 0 ? [1, 2, 4, 8, 16] : type === 3 ? [1, 2, 4, 8] : [8, 16];
  if (body[10] !== 0 || body[11] !== 0) throw new AppError('PICTURE_TYPE_WRONG');
  if (!(type in CHANNELS) || !depths.includes(depth) || interlace > 1 || width === 0 || height === 0)
    throw new AppError('PICTURE_TYPE_WRONG');
  if (width * height > most) throw new AppError('PICTURE_TOO_LARGE', { max: 2 });
  return { width, height, depth, type, interlaced: interlace === 1 };
}

function paint(
  { width, height, depth, type, interlaced }: Header,
  data: readonly Uint8Array[],
  palette: Uint8Array,
  clear: Uint8Array,
): Uint8ClampedArray {
  const channels = CHANNELS[type]!;
  const step = Math.max(1, (depth * channels) >> 3);
  const passes = (interlaced ? ADAM7 : AT_ONCE)
    .map(([x, y, across, down]) => {
      const [columns, rows] = [Math.ceil((width - x) / across), Math.ceil((height - y) / down)];
      return { x, y, across, down, columns, rows, stride: Math.ceil((columns * depth * channels) / 8) };
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
  const raw = inflate(
    data,
    passes.reduce((n, { rows, stride }) => n + rows * (stride + 1), 0),
  );
  const pixels = new Uint8ClampedArray(width * height * 4);
  const top = depth === 16 ? 255 : (1 << depth) - 1;
  let from = 0;
  for (const { x, y, across, down, columns, rows, stride } of passes) {
    const lines = unfilter(raw.subarray(from, from + rows * (stride + 1)), stride, rows, step);
    from += rows * (stride + 1);
    // Already in the target format, like most pictures that the product made itself.
    if (type === 6 && depth === 8 && !interlaced) return new Uint8ClampedArray(lines.buffer);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const sample = (channel: number): number => {
          const at = column * channels + channel;
          if (depth === 8) return lines[row * stride + at]!;
          if (depth === 16) return lines[row * stride + at * 2]!;
          const bit = at * depth;
          return (lines[row * stride + (bit >> 3)]! >> (8 - depth - (bit & 7))) & top;
        };
        const to = ((y + row * down) * width + x + column * across) * 4;
        const first = sample(0);
        if (type === 3) {
          for (let c = 0; c < 3; c++) pixels[to + c] = palette[first * 3 + c] ?? 0;
          pixels[to + 3] = clear[first] ?? 255;
          continue;
        }
        const grey = type === 0 || type === 4;
        for (let c = 0; c < 3; c++) pixels[to + c] = grey ? (first * 255) / top : sample(c);
        pixels[to + 3] = type === 4 ? sample(1) : type === 6 ? sample(3) : 255;
      }
  }
  return pixels;
}

function inflate(parts: readonly Uint8Array[], size: number): Uint8Array {
  const packed = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  try {
    // The size is known from the header, so a small file cannot decompress to a large one.
    const raw = unzlibSync(packed, { out: new Uint8Array(size) });
    if (raw.length === size) return raw;
  } catch {
    // Reported below.
  }
  throw new AppError('PICTURE_TYPE_WRONG');
}

/** Reverses the row filters (PNG clause 9); `step` is the number of bytes per pixel. */
function unfilter(raw: Uint8Array, stride: number, rows: number, step: number): Uint8Array<ArrayBuffer> {
  const lines = new Uint8Array(stride * rows);
  for (let y = 0; y < rows; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let i = 0; i < stride; i++) {
      const left = i >= step ? (lines[y * stride + i - step] ?? 0) : 0;
      const up = y > 0 ? (lines[(y - 1) * stride + i] ?? 0) : 0;
      const corner = i >= step && y > 0 ? (lines[(y - 1) * stride + i - step] ?? 0) : 0;
      const value = raw[y * (stride + 1) + 1 + i] ?? 0;
      lines[y * stride + i] = (value + predicted(filter, left, up, corner)) & 0xff;
    }
  }
  return lines;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const p = left + up - corner;
      const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      throw new AppError('PICTURE_TYPE_WRONG');
  }
}
