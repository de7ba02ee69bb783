import { AppError } from '#core/errors.ts';
import { arithmeticDecoder } from './arithmetic.ts';
import { type Bitmap, combine, cutColumns, newBitmap, spend, type Work } from './bitmap.ts';
import { decodeGeneric, decodeMmr, GENERIC_CONTEXTS, type Offset } from './generic-region.ts';

/** Patterns of a pattern dictionary (6.7.5). */
export function decodePatterns(
  bytes: Uint8Array,
  start: number,
  end: number,
  dict: { mmr: boolean; template: number; width: number; height: number; count: number },
  work: Work,
): Bitmap[] {
  const { width, height, count } = dict;
  const total = width * count;
  let all: Bitmap;
  if (dict.mmr) all = decodeMmr(bytes.subarray(start, end), total, height, work).bitmap;
  else {
    const adaptive: Offset[] = [
      [-width, 0],
      [-3, -1],
      [2, -2],
      [-2, -2],
    ];
    const region = { width: total, height, template: dict.template, typical: false, adaptive };
    all = decodeGeneric(arithmeticDecoder(bytes, start, end), new Uint8Array(GENERIC_CONTEXTS), region, work);
  }
  return Array.from({ length: count }, (_, i) => cutColumns(all, i * width, width, work));
}

export interface HalftoneRegion {
  width: number;
  height: number;
  mmr: boolean;
  template: number;
  skipOutside: boolean;
  operator: number;
  defaultPixel: number;
  gridWidth: number;
  gridHeight: number;
  /** In 1/256 pixel. */
  gridX: number;
  gridY: number;
  stepX: number;
  stepY: number;
  patterns: Bitmap[];
}

/**
 * Decoding of a halftone region (6.6.5): a gray-scale image (annex C) drawn with patterns on a grid. Throws
 * DOCUMENT_BROKEN if there are no patterns, DOCUMENT_TOO_COMPLEX if `work` is exceeded.
 */
export function decodeHalftone(
  bytes: Uint8Array,
  start: number,
  end: number,
  region: HalftoneRegion,
  work: Work,
): Bitmap {
  const out = newBitmap(region.width, region.height, work, region.defaultPixel);
  const { gridWidth, gridHeight, patterns } = region;
  const first = patterns[0];
  if (!first) throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 halftone without patterns' });
  spend(work, gridWidth * gridHeight);
  const x = (m: number, n: number) => (region.gridX + m * region.stepY + n * region.stepX) >> 8;
  const y = (m: number, n: number) => (region.gridY + m * region.stepX - n * region.stepY) >> 8;
  const skip = region.skipOutside ? newBitmap(gridWidth, gridHeight, work) : undefined;
  if (skip) {
    for (let m = 0; m < gridHeight; m++) {
      for (let n = 0; n < gridWidth; n++) {
        const [px, py] = [x(m, n), y(m, n)];
        const outside =
          px + first.width <= 0 || px >= region.width || py + first.height <= 0 || py >= region.height;
        skip.data[m * gridWidth + n] = outside ? 1 : 0;
      }
    }
  }
  const gray = decodeGray(bytes, start, end, region, skip, work);
  for (let m = 0; m < gridHeight; m++) {
    for (let n = 0; n < gridWidth; n++) {
      const pattern = patterns[Math.min(gray[m * gridWidth + n]!, patterns.length - 1)]!;
      combine(out, pattern, x(m, n), y(m, n), region.operator, work);
    }
  }
  return out;
}

/** Bit planes from the highest down, each coded as the difference to the previous one (C.5). */
function decodeGray(
  bytes: Uint8Array,
  start: number,
  end: number,
  region: HalftoneRegion,
  skip: Bitmap | undefined,
  work: Work,
): Uint32Array {
  const { gridWidth: width, gridHeight: height, template } = region;
  const planes = Math.ceil(Math.log2(region.patterns.length));
  const values = new Uint32Array(width * height);
  const decoder = arithmeticDecoder(bytes, start, end);
  const contexts = new Uint8Array(GENERIC_CONTEXTS);
  const adaptive: Offset[] = [
    [template <= 1 ? 3 : 2, -1],
    [-3, -1],
    [2, -2],
    [-2, -2],
  ];
  let at = start;
  let previous: Bitmap | undefined;
  for (let plane = planes - 1; plane >= 0; plane--) {
    let bits: Bitmap;
    if (region.mmr) {
      const { bitmap, used } = decodeMmr(bytes.subarray(at, end), width, height, work);
      bits = bitmap;
      at += used;
    } else
      bits = decodeGeneric(
        decoder,
        contexts,
        { width, height, template, typical: false, adaptive, skip },
        work,
      );
    for (let i = 0; i < values.length; i++) {
      if (previous) bits.data[i]! ^= previous.data[i]!;
      values[i] = (values[i]! << 1) | bits.data[i]!;
    }
    previous = bits;
  }
  return values;
}
