import type { Picture } from './picture.ts';

/** Rotates the picture upright: `orientation` is the EXIF value, 1 to 8. */
export function turnPicture(picture: Picture, orientation: number): Picture {
  if (orientation === 1) return picture;
  const { width: w, height: h, pixels } = picture;
  const lying = orientation > 4;
  const [width, height] = lying ? [h, w] : [w, h];
  const turned = new Uint32Array(width * height);
  const from = new Uint32Array(pixels.buffer, pixels.byteOffset, w * h);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [a, b] = lying ? [y, x] : [x, y];
      const right = [2, 3, 7, 8].includes(orientation);
      const below = [3, 4, 6, 7].includes(orientation);
      turned[y * width + x] = from[(below ? h - 1 - b : b) * w + (right ? w - 1 - a : a)]!;
    }
  return { width, height, pixels: new Uint8ClampedArray(turned.buffer) };
}
