import type { Picture } from './picture.ts';

/**
 * Resizes a part of a picture with a triangle filter as wide as the step in each direction: it averages when shrinking
 * and interpolates when enlarging. Colours are weighted by alpha, so transparent pixels cause no dark rim.
 *
 * ```ts
 * const small = resamplePicture(picture, { x: 0, y: 0, width: picture.width, height: picture.height }, 160, 90);
 * ```
 */
export function resamplePicture(
  picture: Picture,
  box: { x: number; y: number; width: number; height: number },
  width: number,
  height: number,
): Picture {
  const across = weights(box.x, box.width, picture.width, width);
  const down = weights(box.y, box.height, picture.height, height);
  const middle = new Float32Array(width * picture.height * 4);
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < width; x++) {
      let [r, g, b, a] = [0, 0, 0, 0];
      for (const { at, share } of across[x] ?? []) {
        const from = (y * picture.width + at) * 4;
        const alpha = (picture.pixels[from + 3] ?? 0) * share;
        r += (picture.pixels[from] ?? 0) * alpha;
        g += (picture.pixels[from + 1] ?? 0) * alpha;
        b += (picture.pixels[from + 2] ?? 0) * alpha;
        a += alpha;
      }
      middle.set([r, g, b, a], (y * width + x) * 4);
    }
  }
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [r, g, b, a] = [0, 0, 0, 0];
      for (const { at, share } of down[y] ?? []) {
        const from = (at * width + x) * 4;
        r += (middle[from] ?? 0) * share;
        g += (middle[from + 1] ?? 0) * share;
        b += (middle[from + 2] ?? 0) * share;
        a += (middle[from + 3] ?? 0) * share;
      }
      if (a < 0.5) continue;
      pixels.set([r / a, g / a, b / a, a], (y * width + x) * 4);
    }
  }
  return { width, height, pixels };
}

function weights(
  from: number,
  length: number,
  limit: number,
  count: number,
): { at: number; share: number }[][] {
  const step = length / count;
  const reach = Math.max(1, step);
  return Array.from({ length: count }, (_, i) => {
    const centre = from + (i + 0.5) * step - 0.5;
    const list: { at: number; share: number }[] = [];
    for (let at = Math.ceil(centre - reach); at <= Math.floor(centre + reach); at++) {
      const share = 1 - Math.abs(at - centre) / reach;
      if (share > 0) list.push({ at: Math.max(0, Math.min(limit - 1, at)), share });
    }
    const total = list.reduce((sum, entry) => sum + entry.share, 0);
    return list.map(({ at, share }) => ({ at, share: share / total }));
  });
}
