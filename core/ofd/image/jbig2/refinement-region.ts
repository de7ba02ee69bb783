import type { ArithmeticDecoder, Contexts } from './arithmetic.ts';
import { type Bitmap, newBitmap, type Work } from './bitmap.ts';
import type { Offset } from './generic-region.ts';

export interface RefinementRegion {
  width: number;
  height: number;
  template: number;
  typical: boolean;
  reference: Bitmap;
  /** Position of the reference in the region. */
  dx: number;
  dy: number;
  /** Two adaptive pixels of template 0: one of the region, one of the reference. */
  adaptive: Offset[];
}

export const REFINEMENT_CONTEXTS = 1 << 13;

/** Pixels of the region and of the reference (6.3.5.3), adaptive ones last; context of the row's typical bit. */
const TEMPLATES: { own: Offset[]; reference: Offset[]; typical: number }[] = [
  {
    own: [
      [0, -1],
      [1, -1],
      [-1, 0],
    ],
    reference: [
      [0, -1],
      [1, -1],
      [-1, 0],
      [0, 0],
      [1, 0],
      [-1, 1],
      [0, 1],
      [1, 1],
    ],
    typical: 0x20,
  },
  {
    own: [
      [-1, -1],
      [0, -1],
      [1, -1],
      [-1, 0],
    ],
    reference: [
      [0, -1],
      [-1, 0],
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ],
    typical: 0x08,
  },
];

/** Decoding of a region as a refinement of another bitmap (6.3.5). */
export function decodeRefinement(
  decoder: ArithmeticDecoder,
  contexts: Contexts,
  region: RefinementRegion,
  work: Work,
): Bitmap {
  const { width, height, reference, dx, dy } = region;
  const out = newBitmap(width, height, work);
  const template = TEMPLATES[region.template]!;
  const adaptive = region.template === 0 ? region.adaptive : [];
  const own = adaptive[0] ? [...template.own, adaptive[0]] : template.own;
  const others = adaptive[1] ? [...template.reference, adaptive[1]] : template.reference;
  const pixel = (bitmap: Bitmap, x: number, y: number) =>
    x >= 0 && x < bitmap.width && y >= 0 && y < bitmap.height ? bitmap.data[y * bitmap.width + x]! : 0;

  let typicalRow = 0;
  for (let y = 0; y < height; y++) {
    if (region.typical) typicalRow ^= decoder.bit(contexts, template.typical);
    for (let x = 0; x < width; x++) {
      const predicted = typicalRow ? evenNeighbours(reference, x - dx, y - dy, pixel) : undefined;
      if (predicted !== undefined) {
        out.data[y * width + x] = predicted;
        continue;
      }
      let context = 0;
      for (const [ox, oy] of own) context = (context << 1) | pixel(out, x + ox, y + oy);
      for (const [ox, oy] of others) context = (context << 1) | pixel(reference, x - dx + ox, y - dy + oy);
      out.data[y * width + x] = decoder.bit(contexts, context);
    }
  }
  return out;
}

/** The common value of the nine surrounding reference pixels, if they are all equal (6.3.5.6). */
function evenNeighbours(
  reference: Bitmap,
  x: number,
  y: number,
  pixel: (bitmap: Bitmap, x: number, y: number) => number,
): number | undefined {
  const value = pixel(reference, x, y);
  for (let oy = -1; oy <= 1; oy++) {
    for (let ox = -1; ox <= 1; ox++) if (pixel(reference, x + ox, y + oy) !== value) return undefined;
  }
  return value;
}
