import { AppError } from '#core/errors.ts';

/** One byte per pixel, 1 is black. */
export interface Bitmap {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Remaining budget of pixels to decode or draw for one picture. */
export interface Work {
  pixels: number;
}

/** A bitmap of `value` (0 white, 1 black). Throws DOCUMENT_BROKEN on a negative size (px), and errors of `spend`. */
export function newBitmap(width: number, height: number, work: Work, value = 0): Bitmap {
  if (width < 0 || height < 0) throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 size' });
  // Every row is charged, even if it has no pixels, because loops visit it.
  spend(work, (width + 1) * height);
  const data = new Uint8Array(width * height);
  if (value) data.fill(1);
  return { width, height, data };
}

/** Charges pixels. Throws DOCUMENT_TOO_COMPLEX if fewer than these are left. */
export function spend(work: Work, pixels: number): void {
  work.pixels -= pixels;
  if (!(work.pixels >= 0)) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'picture size' });
}

/** Combines `source` into `target` at (x, y): 0 OR, 1 AND, 2 XOR, 3 XNOR, 4 REPLACE (7.4.1.5). */
export function combine(
  target: Bitmap,
  source: Bitmap,
  x: number,
  y: number,
  operator: number,
  work: Work,
): void {
  const left = Math.max(0, -x);
  const right = Math.min(source.width, target.width - x);
  if (right <= left) return;
  for (let row = Math.max(0, -y); row < source.height && row + y < target.height; row++) {
    spend(work, (right - left) >> 2);
    let from = row * source.width + left;
    let to = (row + y) * target.width + x + left;
    for (let i = left; i < right; i++, from++, to++) {
      const s = source.data[from]!;
      const t = target.data[to]!;
      if (operator === 0) target.data[to] = t | s;
      else if (operator === 1) target.data[to] = t & s;
      else if (operator === 2) target.data[to] = t ^ s;
      else if (operator === 3) target.data[to] = t ^ s ^ 1;
      else target.data[to] = s;
    }
  }
}

/** The part from column `x` on. */
export function cutColumns(source: Bitmap, x: number, width: number, work: Work): Bitmap {
  const out = newBitmap(width, source.height, work);
  for (let row = 0; row < source.height; row++) {
    out.data.set(source.data.subarray(row * source.width + x, row * source.width + x + width), row * width);
  }
  return out;
}

/** Unpacks rows of bits (1 is black) into a bitmap. */
export function unpackBits(packed: Uint8Array, width: number, height: number, work: Work): Bitmap {
  const out = newBitmap(width, height, work);
  const stride = (width + 7) >> 3;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      out.data[y * width + x] = ((packed[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
  }
  return out;
}
