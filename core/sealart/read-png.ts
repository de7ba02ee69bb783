import { unzlibSync } from 'fflate';
import { AppError } from '#core/errors.ts';
import type { Picture } from './picture.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MAX_PIXELS = 2_000 * 2_000;

/**
 * A PNG of the kind that `writePng` makes (8 bit RGBA, not interlaced) with its resolution in DPI (0 when it names
 * none). Throws PICTURE_TYPE_WRONG for anything else, PICTURE_TOO_LARGE beyond 4 million pixels.
 */
export function readPng(bytes: Uint8Array): Picture & { dpi: number } {
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) throw new AppError('PICTURE_TYPE_WRONG');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [width, height, dpi] = [0, 0, 0];
  const data: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (body.length !== length) throw new AppError('PICTURE_TYPE_WRONG');
    switch (String.fromCharCode(...bytes.subarray(at + 4, at + 8))) {
      case 'IHDR':
        [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
        if (body[8] !== 8 || body[9] !== 6 || body[12] !== 0) throw new AppError('PICTURE_TYPE_WRONG');
        if (width * height > MAX_PIXELS) throw new AppError('PICTURE_TOO_LARGE', { max: 2 });
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
  if (width === 0 || height === 0) throw new AppError('PICTURE_TYPE_WRONG');
  return { width, height, pixels: unfilter(inflate(data, (width * 4 + 1) * height), width, height), dpi };
}

function inflate(parts: readonly Uint8Array[], size: number): Uint8Array {
  const packed = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  try {
    // The size is known from the header, so a small file cannot unpack into a large one.
    const raw = unzlibSync(packed, { out: new Uint8Array(size) });
    if (raw.length === size) return raw;
  } catch {
    // Told below.
  }
  throw new AppError('PICTURE_TYPE_WRONG');
}

/** Undoes the rows' filters (PNG clause 9). */
function unfilter(raw: Uint8Array, width: number, height: number): Uint8ClampedArray {
  const stride = width * 4;
  const pixels = new Uint8ClampedArray(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let i = 0; i < stride; i++) {
      const left = i >= 4 ? (pixels[y * stride + i - 4] ?? 0) : 0;
      const up = y > 0 ? (pixels[(y - 1) * stride + i] ?? 0) : 0;
      const corner = i >= 4 && y > 0 ? (pixels[(y - 1) * stride + i - 4] ?? 0) : 0;
      const value = raw[y * (stride + 1) + 1 + i] ?? 0;
      pixels[y * stride + i] = (value + predicted(filter, left, up, corner)) & 0xff;
    }
  }
  return pixels;
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
