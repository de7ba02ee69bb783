/** Largest signature on paper, mm: that of the writing board with the ratio 73:38 ([5.6a], [9.6]). */
export const LARGEST_SIGNATURE = { width: 36.5, height: 19 } as const;

/** Widest line of a pen, mm. */
export const WIDEST_PEN_MM = 1.6;

/** Maximum fraction of its box that a signature picture may cover: a filled area is not a signature. */
export const MOST_INK = 0.5;

/** Maximum luminance of ink that is readable on white paper: contrast 3:1 (WCAG 2.2, 1.4.11). */
const LIGHTEST = 0.3;

/** Whether a colour, '#rrggbb', is dark enough for a pen. */
export function isInk(colour: string): boolean {
  const [r = 1, g = 1, b = 1] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b <= LIGHTEST;
}
