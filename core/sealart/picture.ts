/** Pixels in canvas format: red, green, blue, alpha (not premultiplied), row by row from the top. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
};

/** Converts a length to pixels at a resolution. */
export const pxOf = (lengthMm: number, dpi: number): number =>
  Math.max(1, Math.round((lengthMm / 25.4) * dpi));
