/** Pixels as a canvas gives them: red, green, blue, alpha (not multiplied), row by row from the top. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
};

/** Pixels of a length at a resolution. */
export const pxOf = (lengthMm: number, dpi: number): number =>
  Math.max(1, Math.round((lengthMm / 25.4) * dpi));
