import { decodeCcitt } from '../decode-ccitt.ts';
import type { ArithmeticDecoder, Contexts } from './arithmetic.ts';
import { type Bitmap, newBitmap, spend, unpackBits, type Work } from './bitmap.ts';

/** A pixel position relative to the current one. */
export type Offset = readonly [x: number, y: number];

/** Pixels of the templates (6.2.5.3) in raster order, `A…` for the adaptive ones. */
const TEMPLATES: (Offset | 'A1' | 'A2' | 'A3' | 'A4')[][] = [
  [
    'A4',
    [-1, -2],
    [0, -2],
    [1, -2],
    'A3',
    'A2',
    [-2, -1],
    [-1, -1],
    [0, -1],
    [1, -1],
    [2, -1],
    'A1',
    [-4, 0],
    [-3, 0],
    [-2, 0],
    [-1, 0],
  ],
  [
    [-1, -2],
    [0, -2],
    [1, -2],
    [2, -2],
    [-2, -1],
    [-1, -1],
    [0, -1],
    [1, -1],
    [2, -1],
    'A1',
    [-3, 0],
    [-2, 0],
    [-1, 0],
  ],
  [[-1, -2], [0, -2], [1, -2], [-2, -1], [-1, -1], [0, -1], [1, -1], 'A1', [-2, 0], [-1, 0]],
  [[-3, -1], [-2, -1], [-1, -1], [0, -1], [1, -1], 'A1', [-4, 0], [-3, 0], [-2, 0], [-1, 0]],
];

/** Contexts of the bit that marks a row as identical to the previous one (6.2.5.7). */
const TYPICAL = [0x9b25, 0x0795, 0x00e5, 0x0195];

export interface GenericRegion {
  width: number;
  height: number;
  template: number;
  typical: boolean;
  /** Adaptive pixels; template 0 has four, the others one. */
  adaptive: Offset[];
  /** Pixels that are not coded and stay white. */
  skip?: Bitmap;
}

/** Margin pixels that are not charged; letters have fewer. */
const FREE_MARGIN = 65_536;

export const GENERIC_CONTEXTS = 1 << 16;

/** Arithmetic decoding of a generic region (6.2.5). */
export function decodeGeneric(
  decoder: ArithmeticDecoder,
  contexts: Contexts,
  region: GenericRegion,
  work: Work,
): Bitmap {
  const { width, height, template, skip } = region;
  const out = newBitmap(width, height, work);
  const offsets = TEMPLATES[template]!.map(
    (pixel): Offset =>
      typeof pixel === 'string' ? (region.adaptive[Number(pixel[1]) - 1] ?? [0, 0]) : pixel,
  );
  // A white margin around the pixels saves bounds checks.
  const left = Math.max(8, ...offsets.map(([x]) => 1 - x));
  const right = Math.max(8, ...offsets.map(([x]) => x));
  const above = Math.max(2, ...offsets.map(([, y]) => -y));
  const stride = left + width + right;
  // The margin of a high and narrow region exceeds its pixels, so it is charged as well.
  const margin = (left + right) * (above + height);
  if (margin > width * height && margin > FREE_MARGIN) spend(work, margin);
  const padded = new Uint8Array(stride * (above + height) + right);
  const steps = offsets.map(([x, y]) => y * stride + x);
  const { keep, entering } = slidingContext(offsets, stride);
  let repeats = 0;
  for (let y = 0; y < height; y++) {
    const start = (above + y) * stride + left;
    if (region.typical) repeats ^= decoder.bit(contexts, TYPICAL[template]!);
    if (repeats) {
      if (y > 0) padded.copyWithin(start, start - stride, start - stride + width);
      continue;
    }
    // The context of the pixel before the first one.
    let context = 0;
    for (const step of steps) context = (context << 1) | padded[start - 1 + step]!;
    for (let x = 0; x < width; x++) {
      context = (context << 1) & keep;
      for (let i = 0; i < entering.length; i++)
        context |= padded[start + x + entering[i]!.step]! << entering[i]!.bit;
      if (skip?.data[y * width + x]) continue;
      padded[start + x] = decoder.bit(contexts, context);
    }
  }
  for (let y = 0; y < height; y++) {
    const start = (above + y) * stride + left;
    out.data.set(padded.subarray(start, start + width), y * width);
  }
  return out;
}

/**
 * Adjacent pixels of the template shift by one place with every pixel, so only the rightmost of each group has to be
 * read. `keep` masks the bits that remain after the shift.
 */
function slidingContext(
  offsets: Offset[],
  stride: number,
): { keep: number; entering: { step: number; bit: number }[] } {
  const entering: { step: number; bit: number }[] = [];
  let keep = (1 << offsets.length) - 1;
  offsets.forEach(([x, y], i) => {
    const next = offsets[i + 1];
    if (next && next[1] === y && next[0] === x + 1) return;
    const bit = offsets.length - 1 - i;
    entering.push({ step: y * stride + x, bit });
    keep &= ~(1 << bit);
  });
  return { keep, entering };
}

/** Decodes a region in MMR coding (6.2.6); also returns the number of bytes consumed. */
export function decodeMmr(
  bytes: Uint8Array,
  width: number,
  height: number,
  work: Work,
): { bitmap: Bitmap; used: number } {
  work.pixels -= width * height;
  const { data, used } = decodeCcitt(bytes, { width, height: work.pixels < 0 ? 0 : height, mode: 'g4' });
  return { bitmap: unpackBits(data, width, height, work), used };
}
